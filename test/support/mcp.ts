import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server';
import type { Answer, TestApp } from './app.ts';

export const modernVersion = '2026-07-28';
export const legacyVersion = '2025-11-25';

/** The metadata of each request in 2026-07-28. */
export const envelope = {
  [PROTOCOL_VERSION_META_KEY]: modernVersion,
  [CLIENT_CAPABILITIES_META_KEY]: {},
  [CLIENT_INFO_META_KEY]: { name: 'a-client', version: '1' },
};

export const initialize = (protocolVersion: string = legacyVersion) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion, capabilities: {}, clientInfo: { name: 'a-client', version: '1' } },
});

type Headers = Record<string, string>;
type Params = Record<string, unknown>;

/** Sends messages to `/mcp` as they are on the wire. */
export function mcpOf(t: TestApp, token: string | null) {
  const bearer: Headers = token === null ? {} : { authorization: `Bearer ${token}` };
  const post = async (body: unknown, headers: Headers = {}): Promise<Answer> =>
    await t.rest('POST', '/mcp', { body, headers: { ...bearer, ...headers } });
  const modern = async (method: string, params: Params = {}, headers: Headers = {}) =>
    await post(
      {
        jsonrpc: '2.0',
        id: 7,
        method,
        params: { ...params, _meta: { ...envelope, ...(params['_meta'] as object) } },
      },
      {
        'mcp-protocol-version': modernVersion,
        'mcp-method': method,
        ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
        ...headers,
      },
    );
  const begin = async (version: string = legacyVersion): Promise<Headers> => {
    const answer = await post(initialize(version));
    return {
      'mcp-session-id': String(answer.headers['mcp-session-id']),
      'mcp-protocol-version': answer.body.result.protocolVersion,
    };
  };
  const legacy = async (session: Headers, method: string, params?: Params) =>
    await post({ jsonrpc: '2.0', id: 7, method, ...(params && { params }) }, session);
  return {
    post,
    modern,
    /** Begins a session, and returns the headers for its later requests. */
    begin,
    legacy,
    end: async (headers: Headers) => await t.rest('DELETE', '/mcp', { headers: { ...bearer, ...headers } }),
    call: async (name: string, given: Params, headers?: Headers) =>
      await modern('tools/call', { name, arguments: given }, headers),
  };
}
