import type { ServerResponse } from 'node:http';
import { importAll } from '../../../support/connectors.ts';
import { hostileServer, json, result } from '../../../support/hostile-mcp.ts';
import { ended, type Ground, type Plant, type Point } from './canary.world.ts';

type Says = (answer: ServerResponse, id: unknown, token: string) => void;

/** The ways in which an MCP server repeats the token that it received with a call. */
// oxfmt-ignore
const echoes: readonly (readonly [what: string, ends: string, says: Says])[] = [
  ['an error of JSON-RPC',  '502 provider_error', (answer, id, it) => json(answer, JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: it, data: { it } } }))],
  ['a tool that fails',     '502 provider_error', (answer, id, it) => answerOf(answer, id, { isError: true, content: [{ type: 'text', text: it }] })],
  ['a tool’s text',         '200',                (answer, id, it) => answerOf(answer, id, { content: [{ type: 'text', text: `It is ${it}.` }] })],
  ['a tool’s data',         '200',                (answer, id, it) => answerOf(answer, id, { content: [], structuredContent: { [it]: it } })],
  ['a block of its own',    '200',                (answer, id, it) => answerOf(answer, id, { content: [{ type: 'image', mimeType: it, data: it }, { type: 'text', text: it }] })],
  ['a picture',             '200',                (answer, id, it) => answerOf(answer, id, { content: [{ type: 'image', mimeType: 'image/png', data: Buffer.from(`PNG ${it}`).toString('base64') }] })],
  ['a sound in base64',     '200',                (answer, id, it) => answerOf(answer, id, { content: [{ type: 'audio', mimeType: 'audio/wav', data: Buffer.from(Buffer.from(it).toString('base64')).toString('base64') }] })],
  ['a file',                '200',                (answer, id, it) => answerOf(answer, id, { content: [{ type: 'resource', resource: { uri: `file:///${it}`, mimeType: 'a/b', blob: Buffer.from(it).toString('base64') } }] })],
  ['a link',                '200',                (answer, id, it) => answerOf(answer, id, { content: [{ type: 'resource_link', uri: `https://a.example/${it}?key=${it}`, name: it, title: it }] })],
  ['a cursor and a link',   '200',                (answer, id, it) => answerOf(answer, id, { content: [], structuredContent: { nextCursor: it, next: `https://a.example/?cursor=${it}` } })],
  ['the type of a result',  '502 provider_error', (answer, id, it) => answerOf(answer, id, { resultType: it })],
  ['a status of 401',       '502 provider_error', (answer, _id, it) => void answer.writeHead(401, { 'www-authenticate': `Bearer error="${it}"` }).end(it)],
  ['a redirect',            '502 provider_error', (answer, _id, it) => void answer.writeHead(307, { location: `http://${it}.example/` }).end()],
  ['what is no JSON',       '502 provider_error', (answer, _id, it) => json(answer, `{"result": ${it}}`)],
  ['a broken answer',       '502 provider_error', (answer, _id, it) => void answer.writeHead(200, { 'content-type': it, 'content-length': 5 }).end(it)],
];

function answerOf(answer: ServerResponse, id: unknown, more: object): void {
  json(answer, JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...more } }));
}

async function call(ground: Ground, plant: Plant, says: Says): Promise<string> {
  const { connections, tools: there } = ground;
  const token = plant('token');
  there.says = (answer, id) => says(answer, id, token);
  const { connectorId: connector, url: baseUrl } = there;
  const secret = { kind: 'BEARER', secret: { token } };
  const { selection } = await ground.selected(secret, { key: 'search', connector, baseUrl });
  return ended(await connections.run(selection));
}

/** Imports the tools of a server that repeats the token in each of them. */
async function list({ connections, projectId, t }: Ground, plant: Plant): Promise<string> {
  const token = plant('token');
  const told = {
    name: token,
    title: token,
    description: `Send ${Buffer.from(token).toString('base64')}, please.`,
    inputSchema: { type: 'object', properties: { [token]: { type: 'string', default: `Bearer ${token}` } } },
  };
  const serverInfo = { name: token, title: token, version: token };
  const meta = { 'io.modelcontextprotocol/serverInfo': serverInfo };
  const { url } = await hostileServer('2026-07-28', {
    'server/discover': result({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: {} },
      serverInfo,
      _meta: meta,
      instructions: token,
    }),
    'tools/list': result({ tools: [told, { name: 'search', inputSchema: { type: token } }], _meta: meta }),
  });
  const credentialReferenceId = await connections.reference(projectId, { kind: 'BEARER', secret: { token } });
  const body = { name: 'Tools with echoes', source: 'MCP', url: url.href, credentialReferenceId };
  const id = connections.idOf(await connections.send('POST', '/connectors', body));
  await importAll(t);
  const { latestImport } = (await connections.send('GET', `/connectors/${id}`)).body;
  await connections.send('GET', `/connectors/${id}/capabilities`);
  return `${latestImport.status} ${latestImport.added}`;
}

export const tools: readonly Point[] = [
  ['a server of tools that tells the token in the list of them', 'SUCCEEDED 2', list],
  ...echoes.map(([what, ends, says]): Point => [
    `a server of tools that tells the token in ${what}`,
    ends,
    async (ground, plant) => await call(ground, plant, says),
  ]),
];
