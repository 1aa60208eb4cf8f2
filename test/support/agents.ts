import { randomUUID } from 'node:crypto';
import type { McpScope } from '../../db/models/mcp-consent.ts';
import { mcpTokenType, tokenSeconds } from '../../schema/identity/mcp-credential/tokens.ts';
import type { Answer, TestApp } from './app.ts';

interface Got {
  credentialId: string;
  version?: number;
  scopes?: readonly McpScope[];
}

/** Returns an access token like the authorization server issues it for the credential. */
export async function agentToken(
  { ports, config: { baseUrl } }: TestApp,
  { credentialId, version = 1, scopes = ['mcp:read', 'mcp:request'] }: Got,
): Promise<string> {
  const parties = { issuer: `${baseUrl}/oauth`, audience: `${baseUrl}/mcp` };
  const tokens = ports.tokens.tokensOf(mcpTokenType, tokenSeconds, '', parties);
  const claims = { client_id: credentialId, ver: version, scope: scopes.join(' '), jti: randomUUID() };
  return await tokens.sign({ sub: credentialId, ...claims }, ports.clock.now());
}

/** The REST calls of an agent with the token. */
export function agentOf(t: TestApp, token: string) {
  const send = async (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    await t.rest(method, `/api/gateway/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    });
  return {
    search: async (body: object = {}) => await send('POST', '/capabilities/search', body),
    describe: async (id: string, query = '') => await send('GET', `/capabilities/${id}${query}`),
    read: async (id: string, body: object) => await send('POST', `/capabilities/${id}/read`, body),
    request: async (id: string, body: object, idempotencyKey?: string) =>
      await send(
        'POST',
        `/capabilities/${id}/request`,
        body,
        idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
      ),
    toolCall: async (id: string) => await send('GET', `/tool-calls/${id}`),
  };
}
