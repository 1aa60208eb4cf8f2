import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { grantedWorld } from '../../support/granted.ts';
import { envelope, initialize, legacyVersion, mcpOf, modernVersion } from '../../support/mcp.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { agent } = await grantedWorld(t);
const { token } = await agent();
const { post, modern, begin, legacy } = mcpOf(t, token);
const session = await begin();
const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

const request = (method: string, params?: object, id: unknown = 7) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});
const list = request('tools/list', { _meta: envelope });
const headers = (method: string, more: Record<string, string> = {}) => ({
  'mcp-protocol-version': modernVersion,
  'mcp-method': method,
  ...more,
});
const listing = headers('tools/list');
const without = (key: keyof typeof envelope) =>
  request('tools/list', { _meta: { ...envelope, [key]: undefined } });
const claiming = (version: string) =>
  request('tools/list', { _meta: { ...envelope, [versionKey]: version } });

describe('spec §4: the era of a POST', () => {
  // oxfmt-ignore
  const refused: [what: string, body: unknown, headers: Record<string, string>, status: number, code: number, id: unknown][] = [
    ['initialize as it is sent today',              request('initialize', { ...initialize().params, _meta: envelope }), headers('initialize'), 404, -32601, 7],
    ['no header of the version',                    list, { 'mcp-method': 'tools/list' },                     400, -32020, 7],
    ['no header of the method',                     list, { 'mcp-protocol-version': modernVersion },          400, -32020, 7],
    ['another method in the header',                list, headers('tools/call'),                              400, -32020, 7],
    ['another version in the header',               list, headers('tools/list', { 'mcp-protocol-version': legacyVersion }), 400, -32020, 7],
    ['a version in the header alone',               request('tools/list'), listing,                           400, -32602, 7],
    ['no capabilities of the client',               without(capabilitiesKey), listing,                        400, -32602, 7],
    ['no version in the body',                      without(versionKey), listing,                             400, -32602, 7],
    ['a version that is not served yet',            claiming('2027-01-01'), { ...listing, 'mcp-protocol-version': '2027-01-01' }, 400, -32022, 7],
    ['a version with sessions, as it is sent today', claiming(legacyVersion), { ...listing, 'mcp-protocol-version': legacyVersion }, 400, -32022, 7],
    ['a method that is not there',                  request('tools/forget', { _meta: envelope }), headers('tools/forget'), 404, -32601, 7],
    ['a method that went',                          request('ping', { _meta: envelope }), headers('ping'),    404, -32601, 7],
    ['id null',                                     request('tools/list', { _meta: envelope }, null), listing, 400, -32600, undefined],
    ['a fraction for an id',                        request('tools/list', { _meta: envelope }, 1.5), listing, 400, -32600, undefined],
    ['a list with one message',                     [list], listing,                                          400, -32600, undefined],
    ['a list with one of before',                   [request('tools/list')], session,                         400, -32600, undefined],
    ['an empty list',                               [], {},                                                   400, -32600, undefined],
    ['no message',                                  { hello: 'world' }, {},                                   400, -32600, undefined],
    ['null',                                        'null', {},                                               400, -32600, undefined],
    ['no JSON',                                     '{', {},                                                  400, -32700, undefined],
    ['nothing',                                     Buffer.alloc(0), {},                                      400, -32700, undefined],
    ['a method of before that is not there',        request('tools/forget'), session,                         200, -32601, 7],
    ['initialize without its parameters',           request('initialize', {}), {},                            200, -32602, 7],
  ];
  it.each(refused)('%s', async (_what, body, sent, status, code, id) => {
    const answer = await post(body, sent);

    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { code, message: expect.any(String) } });
    expect(answer.body.id).toBe(id);
    expect('id' in answer.body).toBe(id !== undefined);
  });

  it('an unsupported version is answered with the supported ones', async () => {
    const answer = await post(claiming('2027-01-01'), { ...listing, 'mcp-protocol-version': '2027-01-01' });

    expect(answer.body.error.data).toEqual({ supported: [modernVersion], requested: '2027-01-01' });
  });

  it.each([
    [
      'a notification of today',
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      headers('notifications/cancelled'),
    ],
    ['a notification of before', { jsonrpc: '2.0', method: 'notifications/initialized' }, session],
    ['an answer to nothing', { jsonrpc: '2.0', id: 3, result: {} }, session],
  ])('202: %s', async (_what, body, sent) => {
    expect(await post(body, sent)).toMatchObject({ status: 202, body: '' });
  });

  it.each([
    ['400', 'names no session', {}, 'The header Mcp-Session-Id is missing.'],
    [
      '404',
      'names one that is not there',
      { 'mcp-session-id': 'ses_nothing' },
      'The session does not exist.',
    ],
  ])('%s: a notification of 2025-11-25 that %s', async (status, _what, named, sentence) => {
    const body = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const answer = await post(body, { 'mcp-protocol-version': legacyVersion, ...named });

    expect(answer.status).toBe(Number(status));
    expect(answer.body.error.message).toContain(sentence);
  });

  it('a client may omit its name', async () => {
    expect((await post(without('io.modelcontextprotocol/clientInfo'), listing)).status).toBe(200);
  });

  it('an id may be a string, and is returned unchanged', async () => {
    const answer = await post(request('tools/list', { _meta: envelope }, 'one'), listing);

    expect(answer).toMatchObject({ status: 200, body: { id: 'one' } });
  });
});

describe('the header Mcp-Name', () => {
  const call = { name: 'search_capabilities', arguments: {} };
  const inBase64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;

  it.each([
    ['as it is', 'search_capabilities', 200],
    ['in base64', inBase64('search_capabilities'), 200],
    ['of another tool', 'read_capability', 400],
    ['of another tool in base64', inBase64('read_capability'), 400],
    ['in what is no base64', '=?base64?c2VhcmNoX2NhcGFiaWxpdGllcw?=', 400],
    ['in other letters', 'Search_Capabilities', 400],
  ])('%s', async (_what, name, status) => {
    const answer = await modern('tools/call', call, { 'mcp-name': name });

    expect([answer.status, answer.body.error?.code]).toEqual([status, status === 400 ? -32020 : undefined]);
  });

  it('is required', async () => {
    const body = request('tools/call', { ...call, _meta: envelope });

    expect(await post(body, headers('tools/call'))).toMatchObject({
      status: 400,
      body: { error: { code: -32020 } },
    });
  });
});

describe('the first answers to a client', () => {
  const self = { name: 'sallyport', title: 'Sallyport', version: '1' };
  const words = expect.stringContaining('You find only what was granted');

  it('by server/discover contain the versions without sessions, and no session', async () => {
    const answer = await modern('server/discover');

    expect(answer.body.result).toEqual({
      resultType: 'complete',
      supportedVersions: [modernVersion],
      capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/oauth-client-credentials': {} } },
      instructions: words,
      ttlMs: 300_000,
      cacheScope: 'private',
      _meta: { 'io.modelcontextprotocol/serverInfo': self },
    });
    expect(answer.headers['mcp-session-id']).toBeUndefined();
  });

  it.each([
    [legacyVersion, legacyVersion],
    ['2025-06-18', '2025-06-18'],
    ['2025-03-26', legacyVersion],
    ['2024-11-05', legacyVersion],
    [modernVersion, legacyVersion],
    ['tomorrow', legacyVersion],
  ])('by initialize: a request for %s is offered %s', async (asked, offered) => {
    const answer = await post(initialize(asked));

    expect(answer.body.result).toEqual({
      protocolVersion: offered,
      capabilities: { tools: {}, extensions: { 'io.modelcontextprotocol/oauth-client-credentials': {} } },
      serverInfo: self,
      instructions: words,
    });
  });

  it('contain lists that only the caller may cache, the same in both eras', async () => {
    const today = (await modern('tools/list')).body.result;
    const before = (await legacy(session, 'tools/list')).body.result;

    expect(today).toMatchObject({ resultType: 'complete', ttlMs: 300_000, cacheScope: 'private' });
    expect(before).toEqual({ tools: today.tools });
  });

  it('contain a list with a single page', async () => {
    for (const cursor of ['', 'next'])
      expect((await modern('tools/list', { cursor })).body.error).toMatchObject({ code: -32602 });
  });

  it('to ping are empty, in a session', async () => {
    expect((await legacy(session, 'ping')).body).toEqual({ jsonrpc: '2.0', id: 7, result: {} });
  });
});

describe('/mcp over HTTP', () => {
  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'OPTIONS'] as const)('405: %s', async (method) => {
    const answer = await t.rest(method, '/mcp', { as: token });

    expect(answer).toMatchObject({ status: 405, headers: { allow: 'POST, DELETE' } });
  });

  it.each([
    ['text', { 'content-type': 'text/plain' }],
    ['another charset', { 'content-type': 'application/json; charset=latin1' }],
    ['an encoding', { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('415: %s', async (_what, sent) => {
    expect(await post('{}', sent)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  it('413: a body that declares too large a size, before the credential is checked', async () => {
    const answer = await mcpOf(t, null).post({ words: 'x'.repeat(1_100_000) });

    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });

  it.each(['application/json', 'text/event-stream', 'text/html', '*/*'])(
    'answers with JSON to a client that accepts %s',
    async (accept) => {
      const answer = await modern('tools/list', {}, { accept });

      expect(answer).toMatchObject({ status: 200, headers: { 'content-type': /^application\/json/ } });
    },
  );

  it('reports the rate limit and the request id', async () => {
    const answer = await modern('tools/list');

    expect(answer.headers).toMatchObject({
      ratelimit: expect.stringContaining('"credential"'),
      'x-request-id': expect.stringMatching(/^req_/),
      'cache-control': 'no-store',
    });
  });
});
