import { describe, expect, it } from 'vitest';
import { TestClock } from '../../support/clock.ts';
import { createRemoteTools } from '../../../adapters/mcp-client/remote-tools.ts';
import { events, hostileServer, json, result, resultText } from '../../support/hostile-mcp.ts';
import { calling, credential, egress, failureOf, headers } from '../../support/remote-tools.ts';

const remoteTools = createRemoteTools(egress, new TestClock());
const revisions = ['2026-07-28', '2025-11-25'] as const;
const block = { type: 'text', text: 'done' };
const done = { content: [block] };
const reply = (id: unknown, value: object) => JSON.stringify({ jsonrpc: '2.0', id, result: value });
const megabytes = (count: number, unit: string) => unit.repeat((count * 2 ** 20) / unit.length);

describe.each(revisions)('a hostile server of %s', (revision) => {
  it.each(['{}', '0', '[]', '"a"'])(
    'may list half a mebibyte of invalid tools such as %s: the client returns the first 5,000 unchanged',
    async (unit) => {
      const tools = resultText(`{"resultType":"complete","tools":[${megabytes(0.5, `${unit},`)}0]}`);
      const { url } = await hostileServer(revision, { 'tools/list': tools });

      const listing = await remoteTools.list({ url, headers });

      expect(listing.ending).toBe('too_many_tools');
      expect(listing.tools).toHaveLength(5_000);
    },
  );

  it('may list 10,000 tools: the client reads 5,000', async () => {
    const tools = Array.from({ length: 10_000 }, (_, index) => ({ name: `t${index}`, inputSchema: {} }));
    const { url } = await hostileServer(revision, { 'tools/list': result({ tools }) });

    const listing = await remoteTools.list({ url, headers });

    expect([listing.tools.length, listing.ending]).toEqual([5_000, 'too_many_tools']);
  });

  it('may repeat the same cursor forever: the client follows it once', async () => {
    const page = result({ tools: [{ name: 'a' }], nextCursor: 'on' });
    const { url, came } = await hostileServer(revision, { 'tools/list': page });

    const listing = await remoteTools.list({ url, headers });

    expect(listing.ending).toBe('cursor_repeated');
    expect(came.filter((method) => method === 'tools/list')).toHaveLength(2);
  });

  it('may return new cursors forever: the client stops at the maximum number of pages', async () => {
    let pages = 0;
    const { url } = await hostileServer(revision, {
      'tools/list': (message, response) =>
        result({ tools: [], nextCursor: `on ${(pages += 1)}` })(message, response),
    });

    const listing = await createRemoteTools(egress, new TestClock(), { maxPages: 5 }).list({ url, headers });

    expect([pages, listing.ending]).toEqual([5, 'too_many_pages']);
  });

  it('may exceed the byte limit over all pages: the listing fails', async () => {
    const tools = [{ name: 'a', description: 'x'.repeat(40_000) }];
    let pages = 0;
    const { url } = await hostileServer(revision, {
      'tools/list': (message, response) =>
        result({ tools, nextCursor: `on ${(pages += 1)}` })(message, response),
    });

    const listing = createRemoteTools(egress, new TestClock(), { maxBytes: 100_000 }).list({ url, headers });

    expect((await failureOf(listing)).code).toBe('too_large');
    expect(pages).toBe(3);
  });

  it.each<[string, (id: unknown) => string]>([
    ['no JSON', () => '{"jsonrpc":"2.0",'],
    ['a list', (id) => `[${reply(id, done)}]`],
    ['null', () => 'null'],
    ['an answer to another request', () => reply(77, done)],
    ['JSON of another kind', (id) => JSON.stringify({ id, result: done })],
    ['a result that is none', (id) => reply(id, [])],
  ])('may answer with %s: the answer is unreadable', async (_, text) => {
    const { url } = await hostileServer(revision, {
      'tools/call': ({ id }, response) => json(response, text(id)),
    });

    expect((await failureOf(remoteTools.call({ url, headers }, calling('a')))).code).toBe('unreadable');
  });

  it.each([
    ['nothing', '{}'],
    ['blocks that are none', '{"content":[0]}'],
    ['half a mebibyte of them', `{"content":[${megabytes(0.5, '0,')}0]}`],
    ['blocks nested too deep', `{"content":[{"type":"a","b":${'['.repeat(300)}${']'.repeat(300)}}]}`],
    ['blocks of too many parts', `{"content":[{"type":"a","b":[${'[],'.repeat(300_000)}0]}]}`],
    ['a result of a kind that nobody knows', '{"resultType":"canary","content":[{"type":"a"}]}'],
  ])('may answer a tool call with %s: the answer is unreadable', async (_, text) => {
    const { url } = await hostileServer(revision, { 'tools/call': resultText(text) });

    expect((await failureOf(remoteTools.call({ url, headers }, calling('a')))).code).toBe('unreadable');
  });

  it('may send keys such as `__proto__`: they stay own keys, and no prototype changes', async () => {
    const text =
      '{"content":[{"type":"text","__proto__":{"a":1}}],"structuredContent":{"__proto__":{"isAdmin":true}}}';
    const { url } = await hostileServer(revision, { 'tools/call': resultText(text) });

    const answer = await remoteTools.call({ url, headers }, calling('a'));

    expect(Object.keys(answer.structuredContent as object)).toEqual(['__proto__']);
    expect(JSON.stringify(answer.content)).toBe('[{"type":"text","__proto__":{"a":1}}]');
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('may send events and requests before its answer: the client returns the answer and sends nothing back', async () => {
    const { url, came } = await hostileServer(revision, {
      'tools/call': ({ id }, response) => {
        const asking = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: method, method, params: {} });
        const said = [
          ': a comment\r\nid: 1\r\ndata:\r\n',
          ...['ping', 'sampling/createMessage', 'roots/list', 'elicitation/create'].map(
            (method) => `event: message\r\ndata: ${asking(method)}\r\n`,
          ),
          'event: other\ndata: canary, no JSON\n',
          `data: ${reply(id, { resultType: 'complete', content: [block] }).replace('{', '{\ndata:')}\n`,
          'data: {}\n',
        ];
        events(response, `${said.join('\n')}\n`).end();
      },
    });

    const answer = await remoteTools.call({ url, headers }, calling('a'));

    expect(answer.content).toEqual([block]);
    expect(came.at(-1)).toBe('tools/call');
  });

  it.each<[string, (answer: string) => string]>([
    ['ends without an answer', () => 'data: {"jsonrpc":"2.0","method":"notifications/message"}\n\n'],
    ['has 20,000 events before it', (answer) => `${'data: {}\n\n'.repeat(20_000)}data: ${answer}\n\n`],
    ['is a mebibyte of empty lines', () => megabytes(0.99, '\r')],
    ['is a mebibyte of lines that mean nothing', () => megabytes(0.99, 'a:1\n')],
    ['is broken', (answer) => `data: {"jsonrpc"\n\ndata: ${answer}\n\n`],
  ])('may send a stream that %s: the answer is unreadable', async (_, text) => {
    const { url } = await hostileServer(revision, {
      'tools/call': ({ id }, response) => events(response, text(reply(id, done))).end(),
    });

    expect((await failureOf(remoteTools.call({ url, headers }, calling('a')))).code).toBe('unreadable');
  });

  it('may never end its stream: the call times out', async () => {
    const bounds = { timeoutMs: 300, maxBytes: 1_000 };
    const { url } = await hostileServer(revision, {
      'tools/call': ({ id }, response) => events(response, `data: ${reply(id, { content: [block] })}\n\n`),
    });

    const failure = await failureOf(remoteTools.call({ url, headers }, calling('a', { bounds })));

    expect(failure.code).toBe('too_slow');
  });

  it('may exceed the byte limit in its answer: the call fails', async () => {
    const content = [{ type: 'text', text: 'x'.repeat(2_000) }];
    const { url } = await hostileServer(revision, { 'tools/call': result({ content }) });
    const bounds = { timeoutMs: 10_000, maxBytes: 1_000 };

    const failure = await failureOf(remoteTools.call({ url, headers }, calling('a', { bounds })));

    expect(failure.code).toBe('too_large');
  });

  it('may request input from a person first: the call fails without a second request', async () => {
    const inputRequests = { who: { method: 'elicitation/create', params: { message: 'canary' } } };
    const { url, came } = await hostileServer(revision, {
      'tools/call': result({ resultType: 'input_required', inputRequests }),
    });

    expect(await failureOf(remoteTools.call({ url, headers }, calling('a')))).toEqual({
      code: 'input_required',
      message: 'The tool needs input from a person first, which is not supported.',
    });
    expect(came.filter((method) => method === 'tools/call')).toHaveLength(1);
  });

  it('may repeat the credential in its errors: no failure contains it', async () => {
    const { url } = await hostileServer(revision, {
      'tools/call': ({ id }, response) =>
        json(
          response,
          JSON.stringify({ jsonrpc: '2.0', id, error: { code: 1, message: credential, data: credential } }),
        ),
    });

    expect(await failureOf(remoteTools.call({ url, headers }, calling('a')))).toEqual({
      code: 'rejected',
      message: 'The MCP server answers with the JSON-RPC error 1.',
    });
  });
});
