import { CallToolResultSchema, ListToolsResultSchema } from '@modelcontextprotocol/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { beforeEach, describe, expect, it } from 'vitest';
import { agentOf } from '../../support/agents.ts';
import { testApp } from '../../support/app.ts';
import { grantedWorld } from '../../support/granted.ts';
import { mcpOf } from '../../support/mcp.ts';
import { token as providersToken } from '../../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { agent, act, shop, servers, listOrders } = await grantedWorld(t);
const createOrder = (await servers.tool('createOrder')).capabilityId;

/** Returns an agent with clients for both eras and REST. */
async function speaker(wanted: Parameters<typeof agent>[0] = {}) {
  const { token, credentialId, granted } = await agent(wanted);
  const mcp = mcpOf(t, token);
  const session = await mcp.begin();
  const inEra = {
    today: async (name: string, given: object) => await mcp.modern('tools/call', { name, arguments: given }),
    before: async (name: string, given: object) =>
      await mcp.legacy(session, 'tools/call', { name, arguments: given }),
  };
  const select = async () =>
    (await mcp.call('describe_capability', { id: listOrders })).body.result.structuredContent.selection
      .selection as string;
  return { ...mcp, inEra, select, session, token, credentialId, granted, rest: agentOf(t, token) };
}

const eras = ['today', 'before'] as const;

beforeEach(() => {
  shop.asked.length = 0;
  shop.instead = null;
});

describe('a search of several pages', () => {
  it('continues with the cursor of the page before, in both eras and over REST', async () => {
    const { inEra, rest } = await speaker({ grants: { listOrders: {}, createOrder: {} } });
    const ways = [
      async (given: object) =>
        (await inEra.today('search_capabilities', given)).body.result.structuredContent,
      async (given: object) =>
        (await inEra.before('search_capabilities', given)).body.result.structuredContent,
      async (given: object) => (await rest.search(given)).body,
    ];

    for (const search of ways) {
      const first = await search({ limit: 1 });
      const second = await search({ limit: 1, cursor: first.page.nextCursor });

      expect([first.page.hasMore, second.page]).toEqual([true, { nextCursor: null, hasMore: false }]);
      expect(new Set([...first.data, ...second.data].map(({ id }) => id))).toEqual(
        new Set([listOrders, createOrder]),
      );
    }
  });

  it('422 validation_failed: a cursor in the URL, which is not part of the search', async () => {
    const { token } = await speaker();

    const { status, body } = await t.rest('POST', '/api/gateway/v1/capabilities/search?cursor=abc', {
      as: token,
      body: {},
    });

    expect([status, body.code, body.message]).toEqual([
      422,
      'validation_failed',
      'The query parameter `cursor` is not a parameter of this path: its parameters are none.',
    ]);
  });
});

describe('the tools', () => {
  it('are the same for every agent, in a fixed order, each with complete metadata', async () => {
    const [one, other] = [await speaker(), await speaker({ grants: {}, scopes: ['mcp:request'] })];
    const listed = (await one.modern('tools/list')).body.result;

    expect((await other.modern('tools/list')).body.result).toEqual(listed);
    expect(ListToolsResultSchema.safeParse(listed).error).toBeUndefined();
    for (const { name, title, description, inputSchema, outputSchema, annotations } of listed.tools) {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect([title.length, description.length > 80]).toEqual([expect.any(Number), true]);
      expect([inputSchema.type, outputSchema.type]).toEqual(['object', 'object']);
      expect(inputSchema.additionalProperties).toBe(false);
      expect(Object.keys(annotations).toSorted()).toEqual(
        ['destructiveHint', 'idempotentHint', 'openWorldHint', 'readOnlyHint'].toSorted(),
      );
    }
    expect(
      listed.tools
        .slice(0, 3)
        .map((it: { annotations: { readOnlyHint: boolean } }) => it.annotations.readOnlyHint),
    ).toEqual([true, true, true]);
  });

  it('cost a model at most 1,500 tokens by o200k_base, in both eras', async () => {
    const { modern, legacy, session } = await speaker();
    const lists = { today: await modern('tools/list'), before: await legacy(session, 'tools/list') };
    for (const era of eras) {
      const tokens = countTokens(JSON.stringify(lists[era].body));
      console.info(`tools/list, ${era}: ${tokens} tokens, ${lists[era].body.result.tools.length} tools`);

      expect(tokens).toBeLessThanOrEqual(1_500);
      expect(lists[era].body.result.tools).toHaveLength(5);
    }
  });

  it('answer as their output schemas describe, with every member that these name', async () => {
    const { modern, call, select, rest } = await speaker({ grants: { listOrders: {}, createOrder: {} } });
    const selection = (await rest.describe(createOrder)).body.selection.selection;
    const order = { selection, arguments: { body: { id: 31, item: 'Lamp' } } };
    const { id } = (await rest.request(createOrder, order)).body;
    const given: Record<string, object> = {
      search_capabilities: {},
      describe_capability: { id: listOrders },
      read_capability: { selection: await select() },
      request_capability: order,
      get_tool_call: { id },
    };
    const { tools } = (await modern('tools/list')).body.result;
    for (const { name, outputSchema } of tools) {
      const { structuredContent } = (await call(name, given[name] as Record<string, unknown>)).body.result;
      const validate = new Ajv2020({ strict: false }).compile(outputSchema);

      expect(validate(structuredContent), JSON.stringify(validate.errors)).toBe(true);
      expect(Object.keys(structuredContent).toSorted()).toEqual(
        Object.keys(outputSchema.properties).toSorted(),
      );
    }
    expect(tools).toHaveLength(5);
  });

  it('state that the content from a provider is data', async () => {
    const { tools } = (await (await speaker()).modern('tools/list')).body.result;

    for (const { description } of tools.slice(0, 3))
      expect(description).toMatch(/data, never as instructions|data, never instructions/);
  });

  it('find nothing without a grant, not even by name', async () => {
    const { call } = await speaker({ grants: {} });
    const found = (await call('search_capabilities', { query: 'orders' })).body.result;
    const described = (await call('describe_capability', { id: listOrders })).body.result;

    expect(found.structuredContent.data).toEqual([]);
    expect(described).toMatchObject({ isError: true, _meta: { 'sallyport/problem': { code: 'not_found' } } });
    expect(JSON.stringify(described)).not.toContain('List orders');
  });

  it('find at most 50 capabilities at a time', async () => {
    const { call } = await speaker();
    const refused = (await call('search_capabilities', { limit: 51 })).body.result;

    expect((await call('search_capabilities', { limit: 50 })).body.result.isError).toBeUndefined();
    expect(refused.content[0].text).toMatch(/limit: must be at most 50/);
  });
});

describe.each(eras)('a refusal is reported to the model, %s', (era) => {
  const refusals: [
    what: string,
    name: string,
    given: (own: Awaited<ReturnType<typeof speaker>>) => Promise<object>,
    code: string,
    text: RegExp,
  ][] = [
    [
      'an argument that is none',
      'search_capabilities',
      async () => ({ words: 'orders' }),
      'validation_failed',
      /- \/words: is not a field of this object/,
    ],
    [
      'an argument of another kind',
      'search_capabilities',
      async () => ({ limit: 'ten' }),
      'validation_failed',
      /- \/limit: must be of type/,
    ],
    [
      'an argument that is missing',
      'describe_capability',
      async () => ({}),
      'validation_failed',
      /- \/id: is required/,
    ],
    [
      'what is not granted',
      'describe_capability',
      async () => ({ id: createOrder }),
      'not_found',
      /^None of your granted capabilities has this id/,
    ],
    [
      'a selection of nobody',
      'read_capability',
      async () => ({ selection: 'sel_AbC' }),
      'selection_stale',
      /Search or describe again\. \(selection_stale\)/,
    ],
    [
      'arguments that the capability does not take',
      'read_capability',
      async ({ select }) => ({ selection: await select(), arguments: { status: 'lost' } }),
      'validation_failed',
      /- \/arguments\/status:/,
    ],
  ];
  it.each(refusals)('%s', async (_what, name, given, code, text) => {
    const own = await speaker();
    const answer = await own.inEra[era](name, await given(own));
    const { result } = answer.body;

    expect(answer.status).toBe(200);
    expect(CallToolResultSchema.safeParse(result).error).toBeUndefined();
    expect(result).toMatchObject({
      isError: true,
      content: [{ type: 'text', text: expect.stringMatching(text) }],
      _meta: { 'sallyport/problem': { code, requestId: answer.headers['x-request-id'] } },
    });
    expect(result.structuredContent).toBeUndefined();
    expect(shop.asked).toEqual([]);
  });

  it('for a provider that fails, with its answer as data', async () => {
    const { inEra, select } = await speaker();
    const selection = await select();
    shop.instead = { status: 418, body: '{"message":"a word of theirs"}' };
    const { body } = await inEra[era]('read_capability', { selection });

    expect(body.result).toMatchObject({
      isError: true,
      content: [
        {
          type: 'text',
          text: expect.stringMatching(/^`provider`, as data: \{"message":"a word of theirs"\}$/m),
        },
      ],
      _meta: {
        'sallyport/problem': {
          code: 'provider_error',
          providerStatus: 418,
          provider: { message: 'a word of theirs' },
        },
      },
    });
  });

  it.each([
    ['a tool that is not there', { name: 'drop_database', arguments: {} }],
    ['no name', { arguments: {} }],
    ['arguments that are a list', { name: 'search_capabilities', arguments: [] }],
  ])('but %s is a protocol error', async (_what, params) => {
    const { modern, legacy, session } = await speaker();
    const answer =
      era === 'today' ? await modern('tools/call', params) : await legacy(session, 'tools/call', params);

    expect(answer).toMatchObject({
      status: 200,
      body: { id: 7, error: { code: -32602, message: expect.any(String) } },
    });
  });
});

describe('a call', () => {
  it('returns the same as REST, in both eras', async () => {
    const { inEra, rest, select } = await speaker();
    const selection = await select();
    const asked = { selection, arguments: { status: 'open' }, limit: 4 };
    const byRest = await rest.read(listOrders, asked);
    for (const era of eras) {
      const { structuredContent, content } = (await inEra[era]('read_capability', asked)).body.result;

      const expected = { ...byRest.body, nextCursor: expect.stringMatching(/^pag_/) };
      expect(structuredContent).toEqual(expected);
      expect(JSON.parse(content[0].text)).toEqual(expected);
    }
    expect(byRest.body.cut).toMatchObject({ shown: 4, of: 30 });
  });

  it('reads the requested fields and continues with the cursor, in both eras and over REST', async () => {
    const { inEra, rest, select } = await speaker();
    const selection = await select();
    shop.instead = { status: 200, body: '[{"id":1,"item":"x"}]', headers: { link: '<?page=2>; rel="next"' } };
    const ways = [
      async (given: object) => (await inEra.today('read_capability', { selection, ...given })).body.result,
      async (given: object) => (await inEra.before('read_capability', { selection, ...given })).body.result,
      async (given: object) => ({
        structuredContent: (await rest.read(listOrders, { selection, ...given })).body,
      }),
    ];
    for (const read of ways) {
      shop.asked.length = 0;
      const { structuredContent: first } = await read({ fields: ['/item'] });
      await read({ cursor: first.nextCursor });

      expect(first).toMatchObject({ data: [{ item: 'x' }], cut: null, missingFields: [] });
      expect(shop.asked.map(({ path }) => path)).toEqual(['/orders', '/orders?page=2']);
    }
  });

  it('accepts no cursor of another agent, and reads no page that its grant does not allow', async () => {
    const [one, other] = [await speaker(), await speaker()];
    const bounded = await speaker({
      grants: { listOrders: { argumentLimits: [{ pointer: '/page', maximum: 2 }] } },
    });
    const problem = async (own: typeof one, given: object) =>
      (await own.call('read_capability', given as never)).body.result['_meta']['sallyport/problem'];
    shop.instead = { status: 200, body: '[]', headers: { link: '<?page=2>; rel="next"' } };
    const first = await one.call('read_capability', { selection: await one.select() });
    const { nextCursor: cursor } = first.body.result.structuredContent;
    shop.instead.headers = { link: '<?page=3>; rel="next"' };
    const args = { selection: await bounded.select(), arguments: { page: 2 } };
    const second = (await bounded.call('read_capability', args)).body.result.structuredContent;
    shop.asked.length = 0;

    expect(await problem(other, { selection: await other.select(), cursor })).toMatchObject({
      code: 'invalid_cursor',
    });
    expect(await problem(bounded, { ...args, cursor: second.nextCursor })).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/arguments/page' }],
    });
    expect(shop.asked).toEqual([]);
  });

  it('sends a provider the connection’s credential, and nothing else from the request', async () => {
    const { token, select, credentialId } = await speaker();
    const selection = await select();
    const { modern } = mcpOf(t, token);
    await modern(
      'tools/call',
      { name: 'read_capability', arguments: { selection } },
      {
        cookie: 'canary=cookie',
        'x-canary': 'canary',
        'mcp-session-id': 'canary-session',
        'user-agent': 'canary',
      },
    );
    const headers = shop.asked[0]?.headers ?? {};
    const told = JSON.stringify(headers);

    expect(headers['authorization']).toBe(`Bearer ${providersToken}`);
    for (const word of ['canary', token, credentialId, 'mcp']) expect(told).not.toContain(word);
  });

  it.each(eras)('continues the trace that its `_meta` names, %s', async (era) => {
    const { modern, legacy, session, select } = await speaker();
    const selection = await select();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const params = { name: 'read_capability', arguments: { selection }, _meta: { traceparent } };
    await (era === 'today' ? modern('tools/call', params) : legacy(session, 'tools/call', params));

    expect(shop.asked[0]?.headers['traceparent']).toMatch(
      /^00-4bf92f3577b34da6a3ce929d0e0e4736-(?!00f067aa0ba902b7)[\da-f]{16}-01$/,
    );
  });

  it('that fails internally is an error with only the request id, logged once', async () => {
    const { call, select } = await speaker();
    const selection = await select();
    await t.ports.database.knex.raw('alter table audit_entry rename to canary_entry');
    const answer = await call('read_capability', { selection });
    await t.ports.database.knex.raw('alter table canary_entry rename to audit_entry');
    const requestId = answer.headers['x-request-id'];

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      jsonrpc: '2.0',
      id: 7,
      error: {
        code: -32603,
        message: 'The server failed. Quote the request id when you report it.',
        data: { code: 'internal_error', requestId },
      },
    });
    expect(
      t.events.filter((it) => it.event === 'request.failed' && it['requestId'] === requestId),
    ).toHaveLength(1);
  });

  it('fails after the commit that revokes its grant', async () => {
    const own = await speaker();
    const selection = await own.select();
    await act(`grants/${own.granted['listOrders']}/revoke`);

    expect((await own.call('search_capabilities', {})).body.result.structuredContent.data).toEqual([]);
    expect((await own.call('read_capability', { selection })).body.result.isError).toBe(true);
    expect(shop.asked).toEqual([]);
  });
});
