import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { codeOf, graphqlWorld, health } from './graphql.world.ts';

const t = await testApp();
const strict = await testApp({
  GRAPHQL_MAX_ALIASES: '2',
  GRAPHQL_MAX_TOKENS: '50',
  GRAPHQL_MAX_BREADTH: '6',
  GRAPHQL_MAX_COST: '2',
});
const shallow = await testApp({ GRAPHQL_MAX_DEPTH: '1' });
const { as } = await graphqlWorld(t);

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

function repeat(times: number, text: (index: number) => string): string {
  return Array.from({ length: times }, (_, index) => text(index)).join(' ');
}
