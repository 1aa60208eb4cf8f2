import { describe, expect, it } from 'vitest';
import { publicFrontier } from '../../../adapters/egress/destination.ts';
import { createEgress } from '../../../adapters/egress/egress.ts';
import { TestClock } from '../../support/clock.ts';
import { createRemoteTools } from '../../../adapters/mcp-client/remote-tools.ts';
import { hostileServer, result } from '../../support/hostile-mcp.ts';
import { canary, httpHost, rawHost } from '../../support/listeners.ts';
import { calling, credential, egress, failureOf, headers } from '../../support/remote-tools.ts';

const remoteTools = createRemoteTools(egress, new TestClock());
const revisions = ['2026-07-28', '2025-11-25'] as const;

describe('the client reports a host that', () => {
  it.each([
    [401, 'refused'],
    [403, 'refused'],
    [404, 'not_mcp'],
    [405, 'not_mcp'],
    [302, 'not_mcp'],
    [429, 'unreachable'],
    [500, 'unreachable'],
    [503, 'unreachable'],
  ])('answers with the status %i: %s', async (status, code) => {
    const url = await httpHost(({ headers: came }, response) => {
      const challenge = {
        'www-authenticate': `Bearer error="insufficient_scope", resource_metadata="${came.host}"`,
      };
      response.writeHead(status, credential, challenge).end(JSON.stringify(came));
    });

    const failure = await failureOf(remoteTools.list({ url, headers }));

    expect(failure.code).toBe(code);
    expect(failure.message).toContain(String(status));
  });

  it.each([
    ['a page for people', 'text/html', '<!doctype html>'],
    ['another API', 'application/json', '{"error":"Nothing here"}'],
    ['nothing', 'text/plain', ''],
  ])('answers with %s', async (_, type, text) => {
    const url = await httpHost((__, response) => response.writeHead(200, { 'content-type': type }).end(text));

    expect(await failureOf(remoteTools.list({ url, headers }))).toEqual({
      code: 'not_mcp',
      message: 'The URL does not lead to a usable MCP server. It does not follow the protocol.',
    });
  });

  it('answers with an unknown protocol version', async () => {
    const { url } = await hostileServer('2025-11-25', {
      initialize: result({ protocolVersion: '2001-canary', capabilities: {}, serverInfo: {} }),
    });

    expect((await failureOf(remoteTools.list({ url, headers }))).code).toBe('not_mcp');
  });

  it('sends more than the limit for the first answer', async () => {
    const url = await httpHost((_, response) => response.writeHead(200).end('x'.repeat(300_000)));

    expect((await failureOf(remoteTools.list({ url, headers }))).code).toBe('too_large');
  });

  it('hangs up', async () => {
    const url = await rawHost((socket) => socket.destroy());

    expect(await failureOf(remoteTools.list({ url, headers }))).toEqual({
      code: 'unreachable',
      message: 'The host closed the connection.',
    });
  });

  it('never answers', async () => {
    const url = await rawHost(() => {});
    const impatient = createRemoteTools(egress, new TestClock(), { timeoutMs: 200 });

    expect((await failureOf(impatient.list({ url, headers }))).code).toBe('too_slow');
  });
});

it.each([301, 302, 307, 308])(
  'the client sends nothing to another origin after a %i redirect',
  async (status) => {
    const elsewhere = await canary('127.0.0.1');
    const url = await httpHost((_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${elsewhere.port}/canary` }).end();
    });

    expect(await failureOf(remoteTools.list({ url, headers }))).toEqual({
      code: 'unreachable',
      message: 'The MCP server redirects, which is not followed. Use the target URL.',
    });
    expect(elsewhere.knocks()).toBe(0);
  },
);

it('the client does not call a host of this machine unless the operator allows it', async () => {
  const here = await canary('127.0.0.1');
  const strict = createRemoteTools(createEgress(publicFrontier), new TestClock());

  for (const address of [
    'https://127.0.0.1:8443',
    `https://127.0.0.1:${here.port}`,
    `http://127.0.0.1:${here.port}`,
  ]) {
    const server = { url: new URL(address), headers };
    expect((await failureOf(strict.list(server))).code).toBe('destination_not_allowed');
    expect((await failureOf(strict.call(server, calling('a')))).code).toBe('destination_not_allowed');
  }
  expect(here.knocks()).toBe(0);
});

it.each([{ Authorization: `Bearer ${credential}\n` }, { Host: credential }, { [`${credential} x`]: 'a' }])(
  'the failure does not contain a header that cannot be sent',
  async (given) => {
    const { url, came } = await hostileServer('2026-07-28', {});

    expect(await failureOf(remoteTools.list({ url, headers: given }))).toEqual({
      code: 'request_not_allowed',
      message: 'A given header cannot be sent.',
    });
    expect(came).toEqual([]);
  },
);

describe.each(revisions)('a server of %s', (revision) => {
  it('may have no tools: the client does not list them', async () => {
    const without = { capabilities: {}, serverInfo: {} };
    const { url, came } = await hostileServer(revision, {
      'server/discover': result({ ...without, supportedVersions: [revision] }),
      initialize: result({ ...without, protocolVersion: revision }),
    });

    expect(await remoteTools.list({ url, headers })).toMatchObject({ tools: [], ending: 'complete' });
    expect(came).not.toContain('tools/list');
  });

  it.each([
    [401, 'refused'],
    [404, 'not_mcp'],
    [503, 'unreachable'],
  ])('may answer a call with the status %i: %s', async (status, code) => {
    const { url } = await hostileServer(revision, {
      'tools/call': (_, response) => response.writeHead(status).end(credential),
    });

    expect((await failureOf(remoteTools.call({ url, headers }, calling('a')))).code).toBe(code);
  });

  it('may refuse with a protocol error and a status: the protocol error counts', async () => {
    const { url } = await hostileServer(revision, {
      'tools/call': ({ id }, response) =>
        response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_020, message: credential } })),
    });

    expect(await failureOf(remoteTools.call({ url, headers }, calling('a')))).toEqual({
      code: 'rejected',
      message: 'The MCP server answers with the JSON-RPC error -32020.',
    });
  });
});
