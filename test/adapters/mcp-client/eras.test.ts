import { describe, expect, it } from 'vitest';
import type { RemoteServer, ToolCall } from '../../../schema/kernel/ports/remote-tools.ts';
import { publicFrontier } from '../../../adapters/egress/destination.ts';
import { createEgress } from '../../../adapters/egress/egress.ts';
import { TestClock } from '../../support/clock.ts';
import { createRemoteTools } from '../../../adapters/mcp-client/remote-tools.ts';
import { kinds, mcpServer, type Offer } from '../../support/mcp-servers.ts';

const egress = createEgress({ ...publicFrontier, allowedHosts: new Set(['127.0.0.1']) });
const remoteTools = createRemoteTools(egress, new TestClock());
const headers = { Authorization: 'Bearer canary-credential' };
const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const calling = (name: string, more: Partial<ToolCall> = {}): ToolCall => ({
  tool: name,
  inputSchema: { type: 'object' },
  arguments: {},
  bounds: { timeoutMs: 10_000, maxBytes: 100_000 },
  ...more,
});
const text = (words: string) => ({ content: [{ type: 'text', text: words }] });

describe.each(kinds)('a server of %s that answers with %s', (...kind) => {
  const served = async (offer: Offer) => {
    const { url, asked } = await mcpServer(kind, offer);
    const server: RemoteServer = { url, headers };
    return { server, asked, methods: () => asked.map(({ method }) => method) };
  };

  it('lists its tools page by page, with its name and version', async () => {
    const tools = Array.from({ length: 7 }, (_, index) => tool(`tool_${index}`));
    const { server, methods } = await served({ tools, pageSize: 3 });

    const listing = await remoteTools.list(server);

    expect(listing).toMatchObject({
      server: { name: 'foreign', title: 'Foreign tools', version: '1.2.3' },
      instructions: 'Use them\nwell.',
      tools,
      ending: 'complete',
    });
    expect(methods().filter((method) => method === 'tools/list')).toHaveLength(3);
  });

  it('receives the credential with each request, and no cookie', async () => {
    const { server, asked } = await served({ tools: [tool('a')] });

    await remoteTools.list(server);

    expect(new Set(asked.map((it) => it.headers.authorization))).toEqual(new Set([headers.Authorization]));
    expect(asked.filter((it) => it.headers.cookie !== undefined)).toEqual([]);
  });

  it('receives no tool call when the caller loses access after the connection', async () => {
    const { server, methods } = await served({ tools: [tool('a')] });
    const takenBack = new Error('It was taken back.');
    const assertStill = async () => await Promise.reject(takenBack);

    await expect(remoteTools.call(server, calling('a', { assertStill }))).rejects.toBe(takenBack);
    expect(methods().length).toBeGreaterThan(0);
    expect(methods()).not.toContain('tools/call');
  });

  it('runs a tool with its arguments, and returns its content and structure', async () => {
    const structuredContent = { sum: 3, parts: [1, 2] };
    const call = (name: string, given: unknown) => ({
      ...text(JSON.stringify([name, given])),
      structuredContent,
    });
    const { server } = await served({ tools: [tool('add')], call });

    const answer = await remoteTools.call(server, calling('add', { arguments: { a: 1, b: { c: 2 } } }));

    expect(answer).toEqual({
      content: [{ type: 'text', text: '["add",{"a":1,"b":{"c":2}}]' }],
      structuredContent,
      isError: false,
    });
  });

  it('returns the failure of a tool as an answer', async () => {
    const { server } = await served({ tools: [], call: () => ({ ...text('No such city.'), isError: true }) });

    expect(await remoteTools.call(server, calling('weather'))).toEqual({
      ...text('No such city.'),
      structuredContent: undefined,
      isError: true,
    });
  });

  it('that answers with a protocol error causes the failure `rejected`', async () => {
    const call = () => {
      throw Object.assign(new Error('canary-words'), { code: -32602 });
    };
    const { server } = await served({ tools: [], call });

    await expect(remoteTools.call(server, calling('none'))).rejects.toMatchObject({
      name: 'RemoteToolsFailure',
      code: 'rejected',
      message: 'The MCP server answers with the JSON-RPC error -32602.',
    });
  });

  it('that does not answer in time causes the failure `too_slow`', async () => {
    const { server } = await served({ tools: [], call: async () => await new Promise(() => {}) });
    const bounds = { timeoutMs: 300, maxBytes: 1_000 };

    await expect(remoteTools.call(server, calling('slow', { bounds }))).rejects.toMatchObject({
      code: 'too_slow',
      message: 'The MCP server did not answer completely within 0.3 seconds.',
    });
  });

  it('is called only until the caller aborts', async () => {
    const controller = new AbortController();
    const call = async () => {
      controller.abort();
      return await new Promise(() => {});
    };
    const { server } = await served({ tools: [], call });

    await expect(
      remoteTools.call(server, calling('slow', { signal: controller.signal })),
    ).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('has no session left after a call', async () => {
    const { server, methods } = await served({ tools: [], call: () => text('done') });

    await remoteTools.call(server, calling('a'));

    expect(methods()).toEqual(
      kind[0] === '2026-07-28'
        ? ['server/discover', 'tools/call']
        : ['server/discover', 'initialize', 'notifications/initialized', 'tools/call', 'DELETE'],
    );
  });
});

it('a server of 2026-07-28 receives arguments also as headers if its schema marks them', async () => {
  const inputSchema = {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  };
  const { url, asked } = await mcpServer(['2026-07-28', 'json'], {
    tools: [tool('a', { inputSchema })],
    call: () => text('done'),
  });

  await remoteTools.call(
    { url, headers },
    calling('a', { inputSchema, arguments: { region: 'eu', other: 1 } }),
  );

  expect(asked.at(-1)?.headers).toMatchObject({
    'mcp-method': 'tools/call',
    'mcp-name': 'a',
    'mcp-param-region': 'eu',
  });
});
