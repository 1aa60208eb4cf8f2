import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll } from 'vitest';
import type { TestApp } from './app.ts';

/** The common operations of all official clients. */
export interface Connected {
  /** The negotiated revision. */
  version: string | undefined;
  tools(): Promise<{ name: string; description?: string | undefined; annotations?: object | undefined }[]>;
  call(name: string, given: Record<string, unknown>, signal?: AbortSignal): Promise<ToolAnswer>;
  /** Ends the session, if there is one, and disconnects. */
  close(): Promise<void>;
}

export interface ToolAnswer {
  isError?: boolean | undefined;
  content: { type: string; text?: string }[];
  structuredContent?: ReturnType<typeof JSON.parse>;
  _meta?: Record<string, ReturnType<typeof JSON.parse>> | undefined;
}

const us = { name: 'a-client', version: '1' };
const requestInit = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

async function first(url: URL, token: string): Promise<Connected> {
  const transport = new FirstTransport(url, { requestInit: requestInit(token) });
  const client = new FirstClient(us);
  await client.connect(transport);
  return {
    version: transport.protocolVersion,
    tools: async () => (await client.listTools()).tools,
    call: async (name, given, signal) =>
      (await client.callTool({ name, arguments: given }, undefined, signal && { signal })) as ToolAnswer,
    close: async () => {
      await transport.terminateSession();
      await client.close();
    },
  };
}

type Mode = NonNullable<NonNullable<ConstructorParameters<typeof Client>[1]>['versionNegotiation']>['mode'];

const second =
  (mode: Mode) =>
  async (url: URL, token: string): Promise<Connected> => {
    const transport = new StreamableHTTPClientTransport(url, { requestInit: requestInit(token) });
    const client = new Client(us, { versionNegotiation: { ...(mode !== undefined && { mode }) } });
    await client.connect(transport);
    return {
      version: client.getNegotiatedProtocolVersion(),
      tools: async () => (await client.listTools()).tools,
      call: async (name, given, signal) =>
        await client.callTool({ name, arguments: given }, signal && { signal }),
      close: async () => {
        await transport.terminateSession();
        await client.close();
      },
    };
  };

/** The official clients, each with the revision that it negotiates. */
export const officialClients = [
  { name: 'of the first SDK', connect: first, version: '2025-11-25' },
  { name: 'of the second SDK, pinned', connect: second({ pin: '2026-07-28' }), version: '2026-07-28' },
  { name: 'of the second SDK, by itself', connect: second('auto'), version: '2026-07-28' },
  { name: 'of the second SDK, as before', connect: second('legacy'), version: '2025-11-25' },
] as const;

/** Starts the app on a port, and returns the URL of `/mcp`. */
export async function listening({ app }: TestApp): Promise<URL> {
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  afterAll(() => app.server.closeAllConnections());
  return new URL('/mcp', origin);
}
