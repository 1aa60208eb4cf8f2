import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Connection } from '../../../../db/models/connection.ts';
import { Connector } from '../../../../db/models/connector.ts';
import { redirectUriOf } from '../../../../schema/connect/connection/authorize.ts';
import { refreshConnections } from '../../../../schema/connect/connection/refresh.ts';
import { revokeGrants } from '../../../../schema/connect/connection/revoke-grants.ts';
import { testApp } from '../../../support/app.ts';
import { browse } from '../../../support/browser.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { connectorsOf, importAll } from '../../../support/connectors.ts';
import { textOfAll } from '../../../support/contents.ts';
import { mcpBehindOAuth } from '../../../support/mcp-behind-oauth.ts';
import { kinds } from '../../../support/mcp-servers.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { sdkBehindOAuth } from '../../../support/sdk-behind-oauth.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const place = await cast(t);
const connections = connectionsOf(t, place);
const connectors = connectorsOf(t, place);
const { knex } = t.ports.database;
const servers = await Promise.all(
  kinds.map(async (kind) => await mcpBehindOAuth(kind, redirectUriOf(t.ports))),
);
const [remote] = servers as [(typeof servers)[number], ...typeof servers];
const { idp } = remote;
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
});

let made = 0;
const ofClient = (secret: object = idp.client) => ({ kind: 'OAUTH2_CLIENT', secret });

/** Creates a connector of the server, before anybody may read its tools. */
async function connector({ server } = remote) {
  const created = await connectors.make({
    name: `Remote ${(made += 1)}`,
    source: 'MCP',
    url: server.url.href,
  });
  await importAll(t);
  return connections.idOf(created);
}

async function drafted(
  from = remote,
  { secret, ...more }: { secret?: object; [member: string]: unknown } = {},
) {
  const connectorId = await connector(from);
  const projectId = await connections.project();
  const credentialReferenceId = await connections.reference(projectId, ofClient(secret ?? from.idp.client));
  const created = await connections.create({ projectId, connectorId, credentialReferenceId, ...more });
  return { connectorId, projectId, credentialReferenceId, created };
}

async function authorized(from: typeof remote, id: string) {
  const begun = await connections.act(id, 'authorize');
  const url = new URL(begun.body.authorizationUrl);
  const answer = Object.fromEntries(await from.idp.visit(url));
  return { url, done: await connections.send('POST', '/authorizations/complete', answer) };
}

async function connected(from = remote, more: { secret?: object; [member: string]: unknown } = {}) {
  const { created, ...rest } = await drafted(from, more);
  const id = connections.idOf(created);
  const { url, done } = await authorized(from, id);
  connections.idOf(done);
  await importAll(t);
  const read = async (key = 'search') => {
    const capabilityId = await connections.capability(rest.connectorId, key);
    return await connections.run(await connections.select(capabilityId, id), {
      arguments: { query: 'lamp' },
    });
  };
  return { ...rest, id, url, connection: done.body, read };
}

const rowOf = async (id: string) => await Connection.query(knex).findById(id).throwIfNotFound();
const connectorOf = async (id: string) => await Connector.query(knex).findById(id).throwIfNotFound();

beforeEach(async () => {
  for (const { idp: one } of servers) one.accessTokenSeconds = 3600;
  await signInAgain(t, place.owner);
});

describe('an MCP server behind OAuth', () => {
  it('is not imported before somebody connects an account, and the failure says what to do', async () => {
    const { status, latestImport } = await connectors.read(await connector());

    expect(status).toBe('FAILED');
    expect(latestImport).toMatchObject({
      status: 'FAILED',
      failureCode: 'refused',
      failure: expect.stringMatching(/status 401\. .*OAUTH2_CLIENT.* create a connection/),
    });
  });

  it.each(servers.map((server, index) => [kinds[index]?.join(' as '), server] as const))(
    'is connected by the code flow with PKCE, imported with the first grant, and called: %s',
    async (_, from) => {
      const { connectorId, connection, url, read } = await connected(from);
      const resource = from.server.url.href;

      expect(connection).toMatchObject({
        status: 'ACTIVE',
        method: 'OAUTH2_AUTHORIZATION_CODE',
        baseUrl: resource,
        health: { isServing: true },
      });
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        code_challenge_method: 'S256',
        resource,
        scope: 'records:read offline_access',
        prompt: 'consent',
      });
      expect(await connectors.read(connectorId)).toMatchObject({ status: 'READY' });
      expect((await connectors.capabilities(connectorId)).map(({ key }) => key)).toEqual(['search', 'close']);
      expect(await read()).toMatchObject({ status: 200, body: { data: { found: 3 } } });
    },
  );

  it('of the official SDK is connected, with a client that authenticates in the form', async () => {
    const { url, client } = await sdkBehindOAuth(redirectUriOf(t.ports));
    const created = await connectors.make({ name: 'Of the SDK', source: 'MCP', url: url.href });
    const connectorId = connections.idOf(created);
    const projectId = await connections.project();
    const credentialReferenceId = await connections.reference(projectId, ofClient(client));
    const id = connections.idOf(await connections.create({ projectId, connectorId, credentialReferenceId }));
    const begun = await connections.act(id, 'authorize');
    const answer = await browse(new URL(begun.body.authorizationUrl), redirectUriOf(t.ports));
    const done = await connections.send('POST', '/authorizations/complete', Object.fromEntries(answer));
    await importAll(t);
    const capabilityId = await connections.capability(connectorId, 'whoAmI');
    const read = await connections.run(await connections.select(capabilityId, id));

    expect(done.body).toMatchObject({ status: 'ACTIVE', scopesGranted: ['mcp:tools'] });
    expect(read).toMatchObject({ status: 200, body: { data: 'whoAmI' } });
  });

  it('admits a public client, which has no secret', async () => {
    const { read } = await connected(remote, { secret: idp.publicClient });

    expect(await read()).toMatchObject({ status: 200 });
  });

  it('admits a client with its own grant, without a person', async () => {
    const { created, connectorId } = await drafted(remote, { grant: 'CLIENT_CREDENTIALS', scopes: [] });
    await refreshConnections(t.ports);
    await importAll(t);

    expect(created.body).toMatchObject({ status: 'ACTIVE', method: 'OAUTH2_CLIENT_CREDENTIALS' });
    expect(await connectors.read(connectorId)).toMatchObject({ status: 'READY' });
  });

  it('receives a request for the given scopes instead of its own', async () => {
    const { url, connection } = await connected(remote, { scopes: ['records:write'] });

    expect(url.searchParams.get('scope')).toBe('records:write');
    expect(connection.scopesGranted).toEqual(['records:write']);
  });

  it('accepts a second connection after its tools were imported through the first', async () => {
    const { connectorId } = await connected();
    const projectId = await connections.project();
    const credentialReferenceId = await connections.reference(projectId, ofClient());
    const second = await connections.create({ projectId, connectorId, credentialReferenceId });
    const { done } = await authorized(remote, connections.idOf(second));

    expect(done.body).toMatchObject({ status: 'ACTIVE' });
  });

  it('has its tokens only in the vault, bound to its own origin', async () => {
    const { id } = await connected();
    const { tokenReferenceId } = await rowOf(id);
    const { body } = await connections.send('GET', `/credential-references/${tokenReferenceId}`);

    expect(body).toMatchObject({ kind: 'OAUTH2_TOKENS', origins: [remote.server.url.origin] });
    expect(await textOfAll(t.ports.database)).not.toContain(idp.client.clientSecret);
  });
});

describe('expired tokens for an MCP server', () => {
  it('are refreshed for the resource before a call', async () => {
    idp.accessTokenSeconds = 60;
    const { id, read } = await connected();
    const { tokenExpiresAt } = await rowOf(id);
    t.clock.set(new Date((tokenExpiresAt?.getTime() ?? 0) + 1000).toISOString());
    await signInAgain(t, place.owner);

    expect(await read()).toMatchObject({ status: 200 });
    expect((await rowOf(id)).tokenExpiresAt?.getTime()).toBeGreaterThan(t.clock.now().getTime());
  });

  it('are refreshed after a refused call if they ended early', async () => {
    const { read } = await connected();
    idp.endAccessTokens();
    const before = remote.refusals();

    expect(await read()).toMatchObject({ status: 200 });
    expect(remote.refusals()).toBeGreaterThan(before);
  });

  it('are refreshed for another import', async () => {
    const { connectorId } = await connected();
    idp.endAccessTokens();
    await connectors.importAgain(connectorId);
    await importAll(t);

    expect(await connectors.read(connectorId)).toMatchObject({
      status: 'READY',
      latestImport: { status: 'SUCCEEDED' },
    });
  });

  it('of a revoked grant need a person, whose next grant imports the tools again', async () => {
    const { id, connectorId, read } = await connected();
    idp.endAccessTokens();
    idp.endGrants();
    const refused = await read();
    await connectors.importAgain(connectorId);
    await importAll(t);
    const unread = await connectors.read(connectorId);
    const { done } = await authorized(remote, id);
    await importAll(t);

    expect(refused.status).toBe(409);
    expect((await rowOf(id)).problem).toBeNull();
    expect(unread).toMatchObject({
      status: 'READY',
      latestImport: { status: 'FAILED', failureCode: 'refused' },
    });
    expect(done.body).toMatchObject({ status: 'ACTIVE' });
    expect(await connectors.read(connectorId)).toMatchObject({ latestImport: { status: 'SUCCEEDED' } });
  });
});

describe('a grant for an MCP server', () => {
  it('is not sent to a new address of the connector', async () => {
    const other = await mcpBehindOAuth(['2026-07-28', 'json'], redirectUriOf(t.ports));
    const { connectorId } = await connected();
    await connectors.update(connectorId, { url: other.server.url.href });
    await connectors.importAgain(connectorId);
    await importAll(t);

    expect((await connectors.read(connectorId)).latestImport).toMatchObject({ failureCode: 'refused' });
    expect(other.server.asked.some(({ headers }) => headers.authorization !== undefined)).toBe(false);
    await other[Symbol.asyncDispose]();
  });

  it('is destroyed with its connection, even if it imported the tools', async () => {
    const { id, connectorId } = await connected();
    const { tokenReferenceId } = await rowOf(id);
    await connections.disconnect(id);
    await connectors.importAgain(connectorId);
    await revokeGrants(t.ports);
    await importAll(t);
    const { body } = await connections.send('GET', `/credential-references/${tokenReferenceId}`);

    expect(body.status).toBe('DESTROYED');
    expect((await connectors.read(connectorId)).latestImport).toMatchObject({ failureCode: 'refused' });
    expect((await connectorOf(connectorId)).credentialReferenceId).toBeNull();
  });

  it('is not started if the server’s metadata names no valid authorization server', async () => {
    const { challenge } = remote;
    remote.challenge = 'Bearer resource_metadata="https://evil.example/metadata"';
    const { created } = await drafted();
    remote.challenge = challenge;

    expect(created).toMatchObject({
      status: 422,
      body: {
        errors: [
          {
            pointer: '/connectorId',
            code: 'identity_unproven',
            message:
              'names an MCP server whose OAuth discovery failed: The MCP server points to metadata on another host. The metadata must be on its own host.',
          },
        ],
      },
    });
  });

  it('exists only for MCP servers: other connectors must be imported before they are connected', async () => {
    const projectId = await connections.project();
    const credentialReferenceId = await connections.reference(projectId, ofClient());
    const created = await connectors.create({ url: `${idp.issuer.origin}/nothing` });
    await importAll(t);
    const { status, body } = await connections.create({
      projectId,
      connectorId: connections.idOf(created),
      credentialReferenceId,
    });

    expect([status, body.errors[0].pointer]).toEqual([422, '/connectorId']);
  });
});
