import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { Server as LegacyServer } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createMcpHandler, Server } from '@modelcontextprotocol/server';
import { httpHost } from './listeners.ts';

/** An external MCP server on loopback, built with the SDK of its era. */
export interface McpServer {
  url: URL;
  /** The received requests in order: the method of JSON-RPC, or of HTTP without one. */
  asked: { method: string; headers: IncomingHttpHeaders }[];
}

export interface Offer {
  tools: readonly unknown[];
  /** How many tools a page has; all by default. */
  pageSize?: number;
  /** The required `authorization` header. */
  wants?: string;
  /** Answers some requests before anything else does. */
  gate?: (request: Request) => Promise<Response | null>;
  /** How long clients may cache its lists, if it says so. */
  ttlMs?: number;
  /** Whether it answers requests for its tools with an error. */
  failsToList?: boolean;
  /** Returns a tool's answer; it may never resolve. */
  call?: (name: string, given: unknown) => unknown;
}

type Handle = (request: Request) => Promise<Response>;

/** A revision of the protocol, with the form of its answers. */
export const kinds = [
  ['2026-07-28', 'json'],
  ['2026-07-28', 'events'],
  ['2025-11-25', 'json'],
  ['2025-11-25', 'events'],
] as const;
export type Kind = (typeof kinds)[number];

const self = { name: 'foreign', title: 'Foreign tools', version: '1.2.3' };
const options = { capabilities: { tools: {} }, instructions: 'Use them\nwell.' };

export async function mcpServer([revision, form]: Kind, offer: Offer): Promise<McpServer> {
  const asked: McpServer['asked'] = [];
  const handle = guarded(
    offer,
    revision === '2026-07-28' ? stateless(offer, form) : withSessions(offer, form),
  );
  const host = await httpHost((request, response) => void served(request, response, { handle, asked }));
  return { url: new URL('/mcp', host), asked };
}

function guarded(offer: Offer, handle: Handle): Handle {
  return async (request) => {
    const { wants, gate } = offer;
    const stopped = await gate?.(request);
    if (stopped) return stopped;
    return wants === undefined || request.headers.get('authorization') === wants
      ? await handle(request)
      : new Response(null, { status: 401 });
  };
}

function stateless(offer: Offer, form: Kind[1]): Handle {
  const handler = createMcpHandler(
    () => {
      const server = new Server(self, options);
      server.setRequestHandler('tools/list', ({ params }) => page(offer, params?.cursor) as never);
      server.setRequestHandler('tools/call', ({ params }) => answer(offer, params) as never);
      return server;
    },
    { legacy: 'reject', responseMode: form === 'json' ? 'auto' : 'sse' },
  );
  return async (request) => await handler.fetch(request);
}

function withSessions(offer: Offer, form: Kind[1]): Handle {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const begin = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: form === 'json',
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = new LegacyServer(self, options);
    server.setRequestHandler(ListToolsRequestSchema, ({ params }) => page(offer, params?.cursor) as never);
    server.setRequestHandler(CallToolRequestSchema, ({ params }) => answer(offer, params) as never);
    await server.connect(transport);
    return transport;
  };
  return async (request) => {
    const known = sessions.get(request.headers.get('mcp-session-id') ?? '');
    return await (known ?? (await begin())).handleRequest(request);
  };
}

function page({ tools, pageSize = Infinity, ttlMs, failsToList }: Offer, cursor = '0') {
  if (failsToList) throw new Error('Not now.');
  const [from, to] = [Number(cursor), Number(cursor) + pageSize];
  return {
    tools: tools.slice(from, to),
    ...(to < tools.length && { nextCursor: String(to) }),
    ...(ttlMs !== undefined && { ttlMs }),
  };
}

async function answer({ call }: Offer, { name, arguments: given }: { name: string; arguments?: unknown }) {
  return await call?.(name, given);
}

async function served(
  request: IncomingMessage,
  response: ServerResponse,
  { handle, asked }: { handle: Handle; asked: McpServer['asked'] },
): Promise<void> {
  const body = Buffer.concat((await request.toArray()) as Buffer[]);
  const { method = 'GET', headers, url = '/' } = request;
  const message = body.length > 0 ? (JSON.parse(body.toString()) as { method: string }) : null;
  asked.push({ method: message?.method ?? method, headers });
  const answered = await handle(
    new Request(new URL(url, `http://${headers.host}`), {
      method,
      headers: headers as Record<string, string>,
      ...(body.length > 0 && { body }),
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  for await (const chunk of answered.body ?? []) response.write(chunk);
  response.end();
}
