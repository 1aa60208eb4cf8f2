import { getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { graphqlWorld, health } from './graphql.world.ts';

const t = await testApp();
const production = await testApp({ SALLYPORT_ENV: 'production', BASE_URL: 'https://platform.example.com' });
const { people, as } = await graphqlWorld(t);

describe('POST /graphql', () => {
  it('runs an operation with its variables', async () => {
    const query = 'query Page($size: Int!) { members(first: $size) { edges { node { id role } } } }';

    const answer = await t.graphql(query, { size: 1 }, as);

    expect(answer).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
      body: { data: { members: { edges: [{ node: { id: people.owner.memberId, role: 'OWNER' } }] } } },
    });
    expect(answer.body.errors).toBeUndefined();
  });

  it('runs the named operation', async () => {
    const query = 'query A { sandboxHealth { status } } query B { sandboxHealth { environment } }';

    const named = await t.rest('POST', '/graphql', { body: { query, operationName: 'B' } });
    const unnamed = await t.rest('POST', '/graphql', { body: { query } });

    expect(named.body).toEqual({ data: { sandboxHealth: { environment: 'sandbox' } } });
    expect(unnamed).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'invalid_request' } }] },
    });
  });

  it.each(['text/html', 'application/xml', 'text/html;q=1, image/*'])(
    'answers with JSON also to a client that accepts %s',
    async (accept) => {
      const answer = await t.rest('POST', '/graphql', { body: { query: health }, headers: { accept } });

      expect(answer).toMatchObject({ status: 200, body: { data: { sandboxHealth: { status: 'ok' } } } });
    },
  );

  it.each([
    ['nothing at all', undefined],
    ['an empty object', {}],
    ['an empty list', []],
    ['a text', '"x"'],
    ['null', 'null'],
  ])('states which body to send instead of %s', async (_name, body) => {
    const answer = await t.rest('POST', '/graphql', { body });

    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringMatching(/^Send one operation, as a JSON object/) }] },
    });
  });

  it.each([
    ['batches', [{ query: health }, { query: health }], 400],
    ['a batch of one', [{ query: health }], 400],
    ['no query', {}, 400],
    ['a query that is no text', { query: 1 }, 400],
    ['an unknown parameter', { query: health, more: true }, 400],
    ['a query that breaks off', { query: '{ sandboxHealth {' }, 400],
    ['an unknown field', { query: '{ nothing }' }, 400],
    [
      'a variable of the wrong type',
      { query: 'query ($n: Int!) { members(first: $n) { __typename } }', variables: { n: 'x' } },
      400,
    ],
    ['an anonymous operation beside others', { query: `${health} ${health}` }, 400],
    ['a subscription', { query: 'subscription { anything }' }, 400],
    [
      'a persisted query',
      { extensions: { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } } },
      400,
    ],
  ])('rejects %s as a whole', async (_name, body, status) => {
    const answer = await t.rest('POST', '/graphql', { body });

    expect(answer.status).toBe(status);
    expect(answer.body.data).toBeUndefined();
    expect(answer.body.errors[0]).toMatchObject({
      message: expect.any(String),
      extensions: { code: 'invalid_request', status, requestId: answer.headers['x-request-id'] },
    });
  });

  it.each([
    ['a form', 'application/x-www-form-urlencoded', `query=${encodeURIComponent(health)}`],
    ['a multipart form', 'multipart/form-data; boundary=x', '--x--'],
    ['plain text', 'text/plain', JSON.stringify({ query: health })],
    ['a bare document', 'application/graphql', health],
  ])('415: %s', async (_name, type, body) => {
    const answer = await t.rest('POST', '/graphql', { body, headers: { 'content-type': type } });

    expect(answer).toMatchObject({
      status: 415,
      body: { errors: [{ extensions: { code: 'unsupported_media_type', status: 415 } }] },
    });
  });

  it('405: an operation by GET, whatever media type the client accepts', async () => {
    const mutation = encodeURIComponent('mutation { signOut(input: {}) { endedSessionIds } }');

    const answers = await Promise.all(
      ['application/json', 'text/html', '*/*'].map(
        async (accept) => await t.rest('GET', `/graphql?query=${mutation}`, { ...as, headers: { accept } }),
      ),
    );

    expect(answers.map(({ status, headers }) => [status, headers.allow])).toEqual(
      Array(3).fill([405, 'POST']),
    );
  });
});

describe('introspection', () => {
  it('is allowed, and the depth limit does not apply to it', async () => {
    const answer = await t.graphql(getIntrospectionQuery());

    expect(answer.status).toBe(200);
    expect(answer.body.errors).toBeUndefined();
    expect(answer.body.data.__schema.types.length).toBeGreaterThan(50);
  });
});

describe('suggestions', () => {
  const typos = [
    '{ sandboxHelth { status } }',
    '{ sandboxHealth { statuss } }',
    '{ members(frist: 1) { __typename } }',
    'query ($a: Membr) { me { __typename } }',
    '{ me { ... on Mee { person { id } } } }',
    '{ me { __typename @skp(if: true) } }',
    'mutation { signIn(input: { emial: "a", password: "b" }) { accessToken } }',
    '{ applications(first: 1, status: ACTIV) { __typename } }',
  ];
  const inVariables = 'mutation ($input: SignInInput!) { signIn(input: $input) { accessToken } }';

  it('appear in development', async () => {
    const answer = await t.graphql(typos[0] ?? '');

    expect(answer.body.errors[0].message).toContain('Did you mean');
  });

  it('do not appear in production', async () => {
    const answers = [];

    for (const query of typos) answers.push(await production.graphql(query));
    answers.push(await production.graphql(inVariables, { input: { emial: 'a', password: 'b' } }));

    const messages = answers.flatMap(({ body }) => body.errors.map(({ message }: Error) => message));
    expect(answers.map(({ status }) => status)).toEqual([...Array(typos.length).fill(400), 422]);
    expect(messages).toContainEqual(expect.stringContaining('Field "emial" is not defined'));
    expect(messages.filter((text) => /did you mean/i.test(text))).toEqual([]);
  });
});
