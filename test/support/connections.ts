import { Capability } from '../../db/models/capability.ts';
import { importAll } from './connectors.ts';
import type { Answer, TestApp } from './app.ts';
import type { OidcProvider } from './oidc-provider.ts';
import type { Somebody } from './people.ts';
import { token, type Provider } from './provider.ts';

const base = '/api/console/connect';
let made = 0;
const named = (what: string) => `${what} to connect ${(made += 1)}`;

/** The connection operations of people in a workspace; they create the prerequisites of a connection. */
export function connectionsOf(
  t: TestApp,
  { owner, workspaceId: workspace }: { owner: Somebody; workspaceId: string },
) {
  const send = async (
    method: 'DELETE' | 'GET' | 'PATCH' | 'POST',
    path: string,
    body?: object,
    as: Somebody = owner,
  ): Promise<Answer> =>
    await t.rest(method, path.startsWith('/api') ? path : base + path, { as, workspace, body });
  const idOf = ({ status, body }: Answer): string => {
    if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
    return body.id;
  };
  const project = async () => idOf(await send('POST', '/api/console/projects', { name: named('Project') }));
  const connector = async ({ document }: Pick<Provider, 'document'>) => {
    const id = idOf(
      await send('POST', '/connectors', { name: named('Connector'), source: 'OPENAPI', document }),
    );
    await importAll(t);
    return id;
  };
  const reference = async (projectId: string, secret: object = { kind: 'BEARER', secret: { token } }) =>
    idOf(await send('POST', '/credential-references', { projectId, provider: 'shop', ...secret }));
  return {
    send,
    idOf,
    project,
    connector,
    reference,
    create: async (body: object, as?: Somebody) =>
      await send('POST', '/connections', { name: named('Connection'), ...body }, as),
    read: async (id: string) => (await send('GET', `/connections/${id}`)).body,
    act: async (id: string, verb: string, as?: Somebody) =>
      await send('POST', `/connections/${id}/${verb}`, undefined, as),
    disconnect: async (id: string) => await send('DELETE', `/connections/${id}`),
    /** Returns the id of a connector's capability by its key. */
    capability: async (connectorId: string, key: string) =>
      (await Capability.query(t.ports.database.knex).findOne({ connectorId, key }).throwIfNotFound()).id,
    /** Creates a connection to the provider with a token, in a separate project. */
    async made(
      to: Pick<Provider, 'document'>,
      { secret, ...more }: { secret?: object; testedBy?: string; [member: string]: unknown } = {},
    ) {
      const projectId = await project();
      const connectorId = await connector(to);
      const credentialReferenceId = await reference(projectId, secret);
      const { testedBy, ...body } = more;
      const test = testedBy ? { testCapabilityId: await this.capability(connectorId, testedBy) } : {};
      const parts = { projectId, connectorId, credentialReferenceId };
      const created = await this.create({ ...parts, ...test, ...body });
      return { ...parts, id: idOf(created), created };
    },
    /** Describes a capability with a connection, and returns the selection. */
    async select(capabilityId: string, connectionId: string, as?: Somebody, limit?: number) {
      const query = `connectionId=${connectionId}${limit ? `&limit=${limit}` : ''}`;
      const { body } = await send('GET', `/capabilities/${capabilityId}?${query}`, undefined, as);
      return body.selection.selection as string;
    },
    run: async (selection: string, more: object = {}, as?: Somebody) =>
      await send('POST', '/capabilities/read', { selection, ...more }, as),
  };
}

/**
 * Returns an OpenAPI document for an OpenID provider's resource, which returns the owner of the access token.
 */
export function openIdDocument({ issuer, me }: Pick<OidcProvider, 'issuer' | 'me'>): string {
  const openIdConnectUrl = new URL('/.well-known/openid-configuration', issuer).href;
  const answer = { description: 'It.', content: { 'application/json': { schema: {} } } };
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Records', version: '1' },
    servers: [{ url: issuer.origin }],
    components: { securitySchemes: { oidc: { type: 'openIdConnect', openIdConnectUrl } } },
    security: [{ oidc: [] }],
    paths: {
      [me.pathname]: {
        get: {
          operationId: 'whoAmI',
          summary: 'Tell whose token it is',
          responses: { '200': answer },
        },
      },
    },
  });
}

/** An OpenAPI document of an API with OAuth, which is never called. */
export const oauthDocument = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Shop', version: '1' },
  servers: [{ url: 'https://api.example.com' }],
  components: {
    securitySchemes: {
      oauth: {
        type: 'oauth2',
        flows: {
          authorizationCode: {
            authorizationUrl: 'https://api.example.com/authorize',
            tokenUrl: 'https://api.example.com/token',
            scopes: {},
          },
        },
      },
    },
  },
  paths: { '/orders': { get: { operationId: 'orders', responses: { '200': { description: 'They.' } } } } },
});
