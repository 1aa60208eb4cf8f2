import { SERVER_INFO_META_KEY } from '@modelcontextprotocol/server';
import { envelope, initialize, legacyVersion, modernVersion } from '../test/support/mcp.ts';
import type { Call, Headers, Turn } from './contestant.ts';
import { self } from './peers/self.ts';

export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

// The official package refuses clients that do not accept a stream too.
const accept = { accept: 'application/json, text/event-stream' };
const path = '/mcp';
const jsonRpc = { jsonrpc: '2.0', id: 7 };

/** Returns the expected result of a tool: the answer as data and as text. */
export function resultOf(answer: unknown): object {
  return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
}

/** Returns a call of 2026-07-28, which is self-contained. */
export function modernCall(call: ToolCall, result: object): Call {
  const method = 'tools/call';
  return {
    path,
    headers: {
      ...accept,
      'mcp-protocol-version': modernVersion,
      'mcp-method': method,
      'mcp-name': call.name,
    },
    body: { ...jsonRpc, method, params: { ...call, _meta: envelope } },
    answer: {
      ...jsonRpc,
      result: { ...result, resultType: 'complete', _meta: { [SERVER_INFO_META_KEY]: self } },
    },
  };
}

/** Returns a call of 2025-11-25, within a session. */
export function legacyCall(params: ToolCall, result: object): Call {
  const body = { ...jsonRpc, method: 'tools/call', params };
  return { path, headers: accept, body, answer: { ...jsonRpc, result } };
}

/** Begins this many sessions. Returns the headers for the calls of each. */
export async function beginSessions(count: number, port: number, token: string): Promise<Turn[]> {
  const post = async (body: unknown, headers: Headers = {}) => {
    const all = {
      ...accept,
      ...headers,
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
    };
    const url = `http://localhost:${port}${path}`;
    const response = await fetch(url, { method: 'POST', headers: all, body: JSON.stringify(body) });
    await response.text();
    return response;
  };
  const begin = async () => {
    const { headers } = await post(initialize());
    const id = headers.get('mcp-session-id');
    if (id === null) throw new Error(`No session began at port ${port}.`);
    const session = { 'mcp-session-id': id, 'mcp-protocol-version': legacyVersion };
    const { status } = await post({ jsonrpc: '2.0', method: 'notifications/initialized' }, session);
    if (status !== 202) throw new Error(`A session at port ${port} answers ${status} to its beginning.`);
    return { headers: session };
  };
  return await Promise.all(Array.from({ length: count }, begin));
}
