import {
  getIntrospectionQuery,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
} from 'graphql';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { testApp, type Answer, type Request } from '../../support/app.ts';
import { contentsOf } from '../../support/contents.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

const t = await testApp();
const production = await testApp({ SALLYPORT_ENV: 'production', BASE_URL: 'https://platform.example.com' });
const strict = await testApp({
  GRAPHQL_MAX_ALIASES: '2',
  GRAPHQL_MAX_TOKENS: '50',
  GRAPHQL_MAX_BREADTH: '6',
  GRAPHQL_MAX_COST: '2',
});
const shallow = await testApp({ GRAPHQL_MAX_DEPTH: '1' });
const people = await cast(t);
const as = { as: people.owner };
await applicationWithKey(t, people);

const health = '{ sandboxHealth { status environment } }';
const codeOf = ({ body }: Answer) => body.errors?.[0]?.extensions.code;

let queries: string[] = [];
const count = ({ sql }: { sql: string }) => void queries.push(sql);
beforeEach(() => {
  queries = [];
  t.ports.database.knex.on('query', count);
});
afterEach(() => void t.ports.database.knex.off('query', count));

/** Returns the queries of a signed-in request before any field is resolved. */
async function idleQueries(): Promise<string[]> {
  queries = [];
  await t.graphql('{ __typename }', {}, as);
  return queries;
}

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

describe('a refusal', () => {
  it('of a missing required field is the same as over REST', async () => {
    const query = 'mutation ($any: SignUpInput!) { signUp(input: $any) { tokenType } }';
    const body = { password: 'correct horse', name: 'Ada', workspaceName: 'Engines' };

    const [graphql, rest] = [
      await t.graphql(query, { any: body }),
      await t.rest('POST', '/api/auth/sign-up', { body }),
    ];

    const { message, errors } = rest.body;
    const told = { code: 'validation_failed', status: 422, errors };
    expect(errors).toEqual([{ pointer: '/email', code: 'required', message: 'is required' }]);
    expect(graphql.status).toBe(422);
    expect(graphql.body.errors).toMatchObject([{ message, extensions: told }]);
  });

  it('of the credential is HTTP 401 with an errors body', async () => {
    const answer = await t.graphql(health, {}, { as: 'nonsense' });

    expect(answer).toMatchObject({
      status: 401,
      headers: {
        'www-authenticate': 'Bearer error="invalid_token"',
        'content-type': 'application/json; charset=utf-8',
      },
      body: {
        errors: [
          { extensions: { code: 'session_invalid', status: 401, requestId: answer.headers['x-request-id'] } },
        ],
      },
    });
    expect(answer.body.data).toBeUndefined();
  });

  it('of the workspace is HTTP 403 with an errors body and the message of spec §7', async () => {
    const answer = await t.graphql(
      '{ workspace { id } }',
      {},
      { ...as, workspace: 'ws_01kaf5m2jcexxt5s6f3yq4z8rd' },
    );

    expect(answer).toMatchObject({
      status: 403,
      body: {
        errors: [
          {
            message: 'You do not have access to the requested workspace',
            extensions: { code: 'workspace_access_denied', status: 403 },
          },
        ],
      },
    });
  });

  it('of a field is HTTP 200: the field is null, and the other fields resolve', async () => {
    const request: Request = { as: await people.as('VIEWER'), workspace: people.workspaceId };

    const answer = await t.graphql('{ workspace { id } auditVerification { valid } }', {}, request);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { workspace: { id: people.workspaceId }, auditVerification: null },
        errors: [
          {
            message: 'Workspace permission is required: audit:read',
            path: ['auditVerification'],
            extensions: {
              code: 'permission_required',
              status: 403,
              permission: 'audit:read',
              detail: expect.stringContaining('Your role is VIEWER; OWNER, ADMIN'),
              requestId: answer.headers['x-request-id'],
            },
          },
        ],
      },
    });
  });

  it('of an input points at each finding', async () => {
    const query =
      'mutation ($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }';

    const answer = await t.graphql(query, { input: { name: '' } }, as);

    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { createApplication: null },
        errors: [{ extensions: { code: 'validation_failed', status: 422, errors: [{ pointer: '/name' }] } }],
      },
    });
  });

  it('of a field that needs a credential is `session_missing` for a request without one', async () => {
    const answer = await t.graphql('{ me { person { id } } }');

    expect(answer).toMatchObject({
      status: 200,
      body: { data: null, errors: [{ extensions: { code: 'session_missing', status: 401 } }] },
    });
  });
});

describe('the size of a page', () => {
  const sizes = [
    '',
    '(first: 0)',
    '(first: 101)',
    '(last: 0)',
    '(last: 101)',
    '(first: -1)',
    '(first: 1, last: 1)',
    '(first: null)',
  ];
  const fields = ['members', 'applications', 'apiKeys', 'auditEntries', 'sessions', 'workspaces'];

  it.each(fields)('is required for %s as first or last, from 1 to 100', async (field) => {
    const answers = [];
    for (const size of sizes)
      answers.push(await t.graphql(`{ ${field}${size} { edges { node { id } } } }`, {}, as));

    expect(answers.map(codeOf)).toEqual(Array(sizes.length).fill('invalid_request'));
    expect(answers.every(({ body }) => body.data[field] === null)).toBe(true);
  });

  it.each(fields)('may be 1 or 100 for %s, from either end', async (field) => {
    const given = ['(first: 1)', '(first: 100)', '(last: 1)', '(last: 100)'];

    const answers = [];
    for (const size of given)
      answers.push(await t.graphql(`{ ${field}${size} { edges { node { id } } } }`, {}, as));

    expect(answers.map(codeOf)).toEqual(Array(4).fill(undefined));
  });

  it('400 invalid_cursor: a cursor that no list returned', async () => {
    const answer = await t.graphql('{ members(first: 1, after: "bm9wZSE") { edges { cursor } } }', {}, as);

    expect(codeOf(answer)).toBe('invalid_cursor');
  });
});

const page = (alias: string) =>
  `${alias}: auditEntries(first: 100) { edges { node { actor { id } origin { ip } targets { id } } } }`;

describe('an abusive operation', () => {
  // oxfmt-ignore
  const bombs = [
    ['16 aliases',             `{ ${repeat(16, (i) => `a${i}: sandboxHealth { status }`)} }`],
    ['1,001 tokens',           `{ sandboxHealth { ${repeat(1000, () => 'status')} } }`],
    ['51 directives',          `{ sandboxHealth { status ${repeat(51, () => '@skip(if: false)')} } }`],
    ['a breadth of 52',        `{ me { person { ${repeat(50, () => 'id')} } } }`],
    ['pages that cost 1,204',  `{ ${repeat(4, (i) => page(`a${i}`))} }`],
    ['a fragment in a ring',   '{ me { ...A } } fragment A on Me { ...B } fragment B on Me { ...A }'],
    ['an introspection ring',  '{ __schema { types { fields { type { fields { type { fields { type { fields { name } } } } } } } } } }'],
    ['fields in conflict',     '{ me { person { id: name id } } }'],
  ] as const;

  it.each(bombs)('with %s is rejected with invalid_request, and no resolver runs', async (_name, query) => {
    const idle = await idleQueries();
    queries = [];

    const answer = await t.graphql(query, {}, as);

    expect(answer.body.errors.length).toBeGreaterThan(0);
    expect(answer.body.errors.map((error: { extensions: object }) => error.extensions)).toEqual(
      answer.body.errors.map(() => expect.objectContaining({ code: 'invalid_request', status: 400 })),
    );
    expect(Object.values(answer.body.data ?? {}).filter((value) => value !== null)).toEqual([]);
    // Instances alternate, and each reads the caller again if its lease lapsed on a busy machine.
    const readsCaller = (sql: string) => sql.startsWith('select "session"."id"');
    expect(queries.filter((sql) => !idle.includes(sql) && !readsCaller(sql))).toEqual([]);
  });

  it('costs the same when its variables contain the page sizes', async () => {
    const query = `query ($n: Int!) { ${repeat(4, (i) => page(`a${i}`).replace('100', '$n'))} }`;

    const [small, large] = [await t.graphql(query, { n: 1 }, as), await t.graphql(query, { n: 100 }, as)];

    expect(small.body.errors).toBeUndefined();
    expect(codeOf(large)).toBe('invalid_request');
  });

  it('exceeds a limit: an operation at the limits runs', async () => {
    const fine = [
      `{ ${repeat(15, (i) => `a${i}: sandboxHealth { status }`)} }`,
      `{ sandboxHealth { ${repeat(40, () => 'status')} } }`,
      `{ ${repeat(3, (i) => page(`a${i}`))} }`,
      '{ apiKeys(first: 100) { edges { node { application { createdBy { person { name } } } } } } }',
    ];

    const answers = [];
    for (const query of fine) answers.push(await t.graphql(query, {}, as));

    expect(answers.map(({ status, body }) => [status, body.errors])).toEqual(Array(4).fill([200, undefined]));
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

describe('the limits of an operation', () => {
  it('follow the settings', async () => {
    const [depth, breadth, cost, tokens, aliases] = [
      await shallow.graphql(health),
      await strict.graphql('{ sandboxHealth { status status status status status status } }'),
      await strict.graphql(
        '{ sandboxHealth { status } a: sandboxHealth { status } b: sandboxHealth { status } }',
      ),
      await strict.graphql(`{ sandboxHealth { ${repeat(60, () => 'status')} } }`),
      await strict.graphql(`{ ${repeat(3, (i) => `a${i}: sandboxHealth { status }`)} }`),
    ];

    expect([depth, breadth, cost, tokens, aliases].map(codeOf)).toEqual(Array(5).fill('invalid_request'));
    expect([depth, breadth, cost].map(({ body }) => body.errors[0].message)).toEqual([
      'The depth of the operation is 2, the limit 1. Request less in one operation.',
      'The breadth of the operation is 7, the limit 6. Request less in one operation.',
      'The complexity of the operation is 3, the limit 2. Request less in one operation.',
    ]);
    expect((await strict.graphql(health)).body.errors).toBeUndefined();
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

describe('text that the database cannot store', () => {
  const roots = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.values(root?.getFields() ?? {}).map((field) => ({ root: root?.name.toLowerCase(), field })),
  );
  const cases = roots.flatMap(({ root, field }) =>
    field.name !== 'signOut' && /String|ID|JSON|Input/.test(String(field.args.map(({ type }) => type)))
      ? [{ root, name: field.name, args: field.args }]
      : [],
  );

  it.each(cases)(
    'is rejected by $name in every argument, without an internal error',
    async ({ root, name, args }) => {
      const before = await contentsOf(t.ports.database);
      const given = args
        .map((arg) => `${arg.name}: ${poisoned(arg.type)}`)
        .filter((text) => !/^(last|before):/.test(text));

      const answer = await t.graphql(`${root} { ${name}(${given.join(', ')}) { __typename } }`, {}, as);

      expect(answer.status).toBeLessThan(500);
      expect(['internal_error', 'service_unavailable']).not.toContain(codeOf(answer));
      expect(withoutAudit(await contentsOf(t.ports.database))).toEqual(withoutAudit(before));
    },
  );
});

// A refusal may add an audit entry.
function withoutAudit({ auditEntry: _entries, auditHead: _heads, ...others }: Record<string, string>) {
  return others;
}

/** Returns a literal of the type with U+0000 in every string. */
function poisoned(type: GraphQLInputType): string {
  if (isNonNullType(type)) return poisoned(type.ofType);
  const name = String(type);
  if (isInputObjectType(type))
    return `{ ${Object.values(type.getFields())
      .map((field) => `${field.name}: ${poisoned(field.type)}`)
      .join(', ')} }`;
  if (isListType(type)) return `[${poisoned(type.ofType)}]`;
  if (name === 'ID' || name === 'String' || name === 'JSON') return String.raw`"a\u0000b"`;
  const literals: Record<string, string> = {
    ReferenceAudience: 'MINE',
    Int: '1',
    Float: '1',
    CredentialKind: 'BEARER',
    VaultDriver: 'KEY_VALUE',
    CapabilityMode: 'read',
    ConnectorSource: 'OPENAPI',
    OAuthGrant: 'CLIENT_CREDENTIALS',
    ClientAuthentication: 'POST',
    DateTime: '"2027-06-30T00:00:00.000Z"',
    Boolean: 'true',
    Role: 'VIEWER',
    ApprovalKind: 'MCP_SERVER',
    ApprovalStatus: 'PENDING',
    ApprovalVerdict: 'REJECT',
    QuotaPeriod: 'DAY',
    TimeBucket: 'HOUR',
    RequestChecks: 'REPORT',
    InvitationStatus: 'PENDING',
    Environment: 'SANDBOX',
    Date: '"2027-06-30"',
    ApiKeyScope: 'read',
    ApiKeyEffectiveStatus: 'ACTIVE',
    AuditOutcome: 'DENIED',
    ApplicationStatus: 'ACTIVE',
    WebhookDeliveryStatus: 'PENDING',
  };
  const literal = literals[name];
  if (literal === undefined) throw new Error(`Say here how a ${name} is written.`);
  return literal;
}

function repeat(times: number, text: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => text(index)).join(' ');
}
