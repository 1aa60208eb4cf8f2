import type { IncomingMessage, ServerResponse } from 'node:http';
import { httpHost } from './listeners.ts';
import type { Kind } from './mcp-servers.ts';

type Answering = (
  message: { id: unknown; method: string; params: Record<string, unknown> },
  response: ServerResponse,
) => unknown;

export interface HostileServer {
  url: URL;
  /** The received requests in order: the method of JSON-RPC, or of HTTP without one. */
  came: string[];
}

const capabilities = { tools: {} };

/** Starts a server that begins like one of its revision, and then answers the named methods by hand. */
export async function hostileServer(
  revision: Kind[0],
  answers: Record<string, Answering>,
): Promise<HostileServer> {
  const came: string[] = [];
  const all: Record<string, Answering> = { ...handshakes[revision], ...answers };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat((await request.toArray()) as Buffer[]).toString();
    const message = body === '' ? { method: request.method } : (JSON.parse(body) as object);
    const { method = '' } = message as { method?: string };
    came.push(method);
    if (all[method]) all[method](message as Parameters<Answering>[0], response);
    else response.writeHead(400).end();
  };
  return { url: await httpHost((request, response) => void answer(request, response)), came };
}

/** Answers with a result, which may have more members. */
export function result(value: object): Answering {
  return ({ id }, response) =>
    json(response, JSON.stringify({ jsonrpc: '2.0', id, result: { ...complete, ...value } }));
}

/** Answers with the text of a result. */
export function resultText(text: string): Answering {
  return ({ id }, response) =>
    json(response, `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${text}}`);
}

export function json(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(text);
}

export function events(response: ServerResponse, text: string): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(text);
  return response;
}

const complete = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

const handshakes: Record<Kind[0], Record<string, Answering>> = {
  '2026-07-28': { 'server/discover': result({ supportedVersions: ['2026-07-28'], capabilities }) },
  '2025-11-25': {
    initialize: result({
      protocolVersion: '2025-11-25',
      capabilities,
      serverInfo: { name: 'a', version: '1' },
    }),
    'notifications/initialized': (_, response) => response.writeHead(202).end(),
  },
};
