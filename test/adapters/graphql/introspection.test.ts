import { getIntrospectionQuery, parse, specifiedRules, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../schema/index.ts';
import { introspectionBudget } from '../../../adapters/graphql/introspection.ts';
import { testApp } from '../../support/app.ts';

const t = await testApp();
const refused =
  /^The operation requests more of the schema than one answer may contain\. Request `__schema` once/;
const rules = [...specifiedRules, introspectionBudget];
const findings = (query: string) => validate(schema, parse(query), rules).map(({ message }) => message);
const times = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(' ');

const options = [
  'descriptions',
  'specifiedByUrl',
  'directiveIsRepeatable',
  'schemaDescription',
  'inputValueDeprecation',
  'oneOf',
];
const combinations = Array.from({ length: 2 ** options.length }, (_, bits) =>
  Object.fromEntries(options.map((name, at) => [name, (bits & (1 << at)) !== 0])),
);
const ofVariables = getIntrospectionQuery()
  .replace('query IntrospectionQuery', 'query Introspection($all: Boolean = true)')
  .replaceAll('includeDeprecated: true', 'includeDeprecated: $all');
const withTypenames = getIntrospectionQuery().replaceAll('{', '{ __typename ').replace('{ __typename ', '{');
const deep = getIntrospectionQuery()
  .replace('ofType {', `${'ofType { name kind '.repeat(10)} ofType {`)
  .replace(/\}\s*$/, ' }'.repeat(11));
const inlined = `{ __schema { types { kind name fields { name type { kind name ofType { kind name ofType { kind name ofType { name } } } } } } } }`;

describe('introspection', () => {
  it('by graphql-js, with any of its options, is within its budget', () => {
    expect(combinations.flatMap((given) => findings(getIntrospectionQuery(given)))).toEqual([]);
  });

  it.each([
    ['with `__typename` wherever it fits', withTypenames],
    [
      'of one `__schema` by two fragments',
      '{ ...A ...B } fragment A on Query { __schema { queryType { name } } } fragment B on Query { __schema { mutationType { name } } }',
    ],
    ['with references of any depth', deep],
    ['with its options as variables', ofVariables],
    ['with no fragments', inlined],
    [
      'of one type, as editors ask for it',
      '{ __type(name: "Query") { name fields { name description args { name type { name kind ofType { name kind } } } type { name kind ofType { name kind ofType { name } } } } } }',
    ],
    [
      'of fifteen types',
      `{ ${times(15, (at) => `a${at}: __type(name: "Application") { name fields { name type { name ofType { name } } } }`)} }`,
    ],
    [
      'of the root types',
      '{ __schema { queryType { fields { name description args { name } } } mutationType { fields { name } } } }',
    ],
  ])('%s is within its budget', (_, query) => {
    expect(findings(query)).toEqual([]);
  });

  const nested = 'types { name description fields { name description type { name fields { name } } } }';
  it.each([
    [
      'of `__schema` fifteen times, with the fields of the types of fields',
      `{ ${times(15, (at) => `a${at}: __schema { ...S }`)} } fragment S on __Schema { ${nested} }`,
    ],
    [
      'of `__schema` twice, however little',
      '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }',
    ],
    [
      'of `__schema` twice by a fragment',
      '{ ...A ...B } fragment A on Query { a: __schema { queryType { name } } } fragment B on Query { b: __schema { queryType { name } } }',
    ],
    ['of the fields of the types of fields', `{ __schema { ${nested} } }`],
    [
      'of the same through `ofType`',
      '{ __schema { types { fields { type { ofType { fields { name } } } } } } }',
    ],
    [
      'of the fields of each type fifteen times',
      `{ __schema { types { ${times(15, (at) => `a${at}: fields { name description type { name } }`)} } } }`,
    ],
    [
      'of one type and the types of its fields, fifteen times',
      `{ ${times(15, (at) => `a${at}: __type(name: "Query") { fields { type { fields { name description } } } }`)} }`,
    ],
    [
      'by fragments that double each time',
      `{ __schema { types { ...F0 } } } ${times(10, (at) => `fragment F${at} on __Type { ${times(4, (alias) => `a${alias}: ofType { ...F${at + 1} }`)} }`)} fragment F10 on __Type { name }`,
    ],
  ])('%s is rejected before it runs', (_, query) => {
    expect(findings(query)).toContainEqual(expect.stringMatching(refused));
  });

  it('by a fragment that spreads itself is rejected because of the cycle', () => {
    const query = '{ __schema { types { ...T } } } fragment T on __Type { fields { type { ...T } } }';

    expect(findings(query)).toContain('Cannot spread fragment "T" within itself.');
  });

  it('over the budget is 400 `invalid_request` over HTTP', async () => {
    const answer = await t.graphql(`{ __schema { ${nested} } }`);

    expect(answer).toMatchObject({
      status: 400,
      body: {
        errors: [{ message: expect.stringMatching(refused), extensions: { code: 'invalid_request' } }],
      },
    });
  });

  it('returns the same answer from the cache', async () => {
    const query = getIntrospectionQuery();

    const answers = [
      await t.graphql(query),
      await t.graphql(query),
      await t.graphql(query),
      await t.graphql(query),
    ];

    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(({ headers }) => headers['content-type'])).toEqual(
      Array(4).fill('application/json; charset=utf-8'),
    );
  });

  it('with an unknown operation name is rejected, cached or not', async () => {
    const query = 'query One { __schema { queryType { name } } }';
    for (let asked = 0; asked < 3; asked += 1) await t.graphql(query);

    const { status, body } = await t.rest('POST', '/graphql', { body: { query, operationName: 'Two' } });

    expect([status, body.errors.length]).toEqual([400, 1]);
  });
});

describe('an answer to an unauthenticated caller', () => {
  it('counts by its size: each 128 KiB counts as one more request of the address', async () => {
    const strangers = await testApp({ LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '100' }, { instances: 1 });
    const left = ({ headers }: { headers: Record<string, unknown> }) =>
      Number(/"address";r=(\d+)/.exec(String(headers['ratelimit']))?.[1]);

    const first = await strangers.graphql(getIntrospectionQuery());
    const pieces = Math.floor(JSON.stringify(first.body).length / 131_072);
    const second = await strangers.graphql('{ sandboxHealth { status } }');
    const description = await strangers.rest('GET', '/openapi.json');
    const third = await strangers.graphql('{ sandboxHealth { status } }');
    const ofDescription = Math.floor(Buffer.byteLength(JSON.stringify(description.body)) / 131_072);

    expect(pieces).toBeGreaterThan(0);
    expect(left(second)).toBe(100 - 1 - pieces - 1);
    expect(left(third)).toBe(left(second) - 1 - ofDescription - 1);
  });

  it('uses the rest of the window when it is larger than that', async () => {
    const strangers = await testApp({ LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '4' }, { instances: 1 });

    const answers = [
      await strangers.rest('GET', '/openapi.json'),
      await strangers.rest('GET', '/openapi.yaml'),
      await strangers.rest('GET', '/healthz'),
    ];

    expect(answers.map(({ status }) => status)).toEqual([200, 429, 200]);
  });
});
