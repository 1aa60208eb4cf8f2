import type { ServerResponse } from 'node:http';
import type { Ports } from '../../../../schema/kernel/context.ts';
import type { Answer, TestApp } from '../../../support/app.ts';
import { canaryOf, sightingsIn } from '../../../support/canary.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { importAll } from '../../../support/connectors.ts';
import { hostileServer, result } from '../../../support/hostile-mcp.ts';
import { hostileOAuth, type Said } from '../../../support/hostile-oauth.ts';
import { keyValueVault } from '../../../support/key-value-vault.ts';
import { rawHost } from '../../../support/listeners.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';

/** A failure: its name, its expected ending, and the function that causes it with planted secrets. */
export type Point = readonly [
  name: string,
  ends: string,
  fail: (ground: Ground, plant: Plant) => Promise<string>,
];

/** Returns a canary for the named secret. */
export type Plant = (what: string) => string;

export type Ground = Awaited<ReturnType<typeof prerequisitesOf>>;

/** Returns the status of an answer, with the error code if there is one. */
export function ended({ status, body }: Answer): string {
  return body?.code ? `${status} ${body.code}` : String(status);
}

export const references = '/credential-references';

/** Writes a secret to the vault, and returns the ending. */
export async function refer({ send, projectId }: Ground, body: object): Promise<string> {
  return ended(await send('POST', references, { projectId, provider: 'shop', kind: 'BEARER', ...body }));
}

/** The point at which each canary was planted. */
export const planted = new Map<string, string>();

export function plantFor(name: string): Plant {
  return (what) => {
    const canary = canaryOf(`${name}: ${what}`);
    planted.set(canary, name);
    return canary;
  };
}

const ours = { type: 'apiKey', in: 'header', name: 'x-ours' };
const inQuery = { type: 'apiKey', in: 'query', name: 'api_key' };
const inHeader = { type: 'apiKey', in: 'header', name: 'X-Key' };

/** Creates a workspace and the external hosts that its connections call, all of them hostile. */
export async function prerequisitesOf(t: TestApp) {
  const place = await cast(t);
  const connections = connectionsOf(t, place);
  const projectId = await connections.project();
  const shop = await provider({ inQuery, inHeader, ours, basic: { type: 'http', scheme: 'basic' } });
  const raw = { says: '' };
  const rawOrigin = await rawHost((socket) => void socket.end(raw.says));
  // One description lists all servers, so that it is imported once; a connection calls one of them.
  const servers = {
    shop: shop.origin,
    raw: rawOrigin.origin,
    tls: rawOrigin.origin.replace('http:', 'https:'),
    nobody: 'http://127.0.0.1:1',
  };
  const urls = Object.values(servers).map((url) => ({ url }));
  const document = JSON.stringify({ ...JSON.parse(shop.document), servers: urls });
  const connectorId = await connections.connector({ document });
  const says: Record<string, Said> = {};
  const idp = await hostileOAuth(says);
  const flow = { authorizationUrl: `${idp.origin}/authorize`, tokenUrl: `${idp.origin}/token`, scopes: {} };
  const oauthDocument = JSON.stringify({
    ...JSON.parse(shop.document),
    components: {
      securitySchemes: {
        oauth: { type: 'oauth2', flows: { authorizationCode: flow, clientCredentials: flow } },
      },
    },
    security: [{ oauth: [] }],
  });
  const tools = await toolsOf(t, connections);
  return {
    t,
    tools,
    place,
    connections,
    projectId,
    shop,
    raw,
    servers,
    connectorId,
    says,
    idp,
    oauthConnectorId: await connections.connector({ document: oauthDocument }),
    vault: await keyValueVault(),
    /** Sends as the owner of the workspace. */
    send: connections.send,
    graphql: async (query: string, variables: object = {}) => {
      const as = { as: place.owner, workspace: place.workspaceId };
      const { status, body } = await t.graphql(query, { ...variables }, as);
      return `${status} ${body.errors?.[0]?.extensions.code ?? 'data'}`;
    },
    /** Creates a connection with the secret, and returns a selection of a capability through it. */
    async selected(
      secret: object,
      { key = 'whoAmI', baseUrl = servers.shop, connector = connectorId, ...more }: Selecting = {},
    ) {
      const credentialReferenceId = await connections.reference(projectId, secret);
      const parts = { projectId, connectorId: connector, baseUrl, credentialReferenceId };
      const id = connections.idOf(await connections.create({ ...parts, ...more }));
      return {
        id,
        credentialReferenceId,
        selection: await connections.select(await connections.capability(connector, key), id),
      };
    },
    /** Reads from the shop, which answers `said`. Throws an Error if the secret did not arrive. */
    async read(secret: object, said: typeof shop.instead, more?: Selecting) {
      const { selection } = await this.selected(secret, more);
      [shop.instead, shop.asked.length] = [said, 0];
      const answer = await connections.run(selection);
      shop.instead = null;
      if (sightingsIn(JSON.stringify(shop.asked)).length === 0) throw new Error('No canary came there.');
      return answer;
    },
    /** Runs `work` with one port of each instance replaced. */
    async with<Name extends keyof Ports, Result>(
      name: Name,
      change: (port: Ports[Name]) => Ports[Name],
      work: () => Promise<Result>,
    ): Promise<Result> {
      const before: [Ports, Ports[Name]][] = t.instances.map(({ ports }) => [ports, ports[name]]);
      for (const [ports, port] of before) Object.assign(ports, { [name]: change(port) });
      try {
        return await work();
      } finally {
        for (const [ports, port] of before) Object.assign(ports, { [name]: port });
      }
    },
  };
}

const tool = { name: 'search', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } };

/** Creates a connector of an MCP server with one tool, which answers as `says` does. */
async function toolsOf(t: TestApp, { idOf, send }: ReturnType<typeof connectionsOf>) {
  const it = {
    connectorId: '',
    url: '',
    says: (_answer: ServerResponse, _id: unknown): void => {},
  };
  const { url } = await hostileServer('2026-07-28', {
    'tools/list': result({ tools: [tool] }),
    'tools/call': ({ id }, answer) => it.says(answer, id),
  });
  it.url = url.href;
  it.connectorId = idOf(await send('POST', '/connectors', { name: 'Tools', source: 'MCP', url: url.href }));
  await importAll(t);
  return it;
}

interface Selecting {
  key?: string;
  baseUrl?: string;
  connector?: string;
  scheme?: string;
  testCapabilityId?: string;
  accountPointer?: string;
}
