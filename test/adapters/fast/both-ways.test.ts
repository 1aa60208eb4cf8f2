import { once } from 'node:events';
import { createServer, request as send, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Kind, OperationTypeNode, getOperationAST, parse } from 'graphql';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consoleDocuments } from '../../../adapters/graphql/console-documents.generated.ts';
import { usesBeforeCompiling } from '../../../schema/execute-document.ts';
import { fastPathsOf } from '../../../adapters/rest/fast.ts';
import { routes } from '../../../adapters/rest/routes.ts';
import { testApp } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
import { seed } from '../../support/seed.ts';

const t = await testApp({}, { isChecked: true });
const everyone = await cast(t);
const key = await applicationWithKey(t, everyone);
const { token: owner } = everyone.owner;

/** The same app without the fast path. */
const ordinary = createServer({ keepAliveTimeout: t.app.server.keepAliveTimeout }, (request, response) =>
  t.app.routing(request, response),
);
beforeAll(async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  ordinary.listen(0, '127.0.0.1');
  await once(ordinary, 'listening');
  await ask(t.app.server, graphql(applicationDocument, { variables: { id: key.applicationId } }));
});
afterAll(() => ordinary.close());

interface Sent {
  method?: string;
  path: string;
  as?: string | undefined;
  /** Sent as JSON, unless it is a string or a buffer. */
  body?: unknown;
  headers?: Record<string, string | string[]>;
}

interface Answered {
  status: number | undefined;
  headers: Record<string, unknown>;
  body: string;
  remaining: number[];
}

async function ask(server: Server, { method, path, as, body, headers = {} }: Sent): Promise<Answered> {
  const { port } = server.address() as AddressInfo;
  const isWritten = typeof body === 'string' || Buffer.isBuffer(body);
  const content = body === undefined || isWritten ? body : JSON.stringify(body);
  const asking = send({
    host: '127.0.0.1',
    port,
    path,
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    headers: {
      ...(as !== undefined && { authorization: `Bearer ${as}` }),
      ...(content !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
  });
  if (content !== undefined && !headers['transfer-encoding'])
    asking.setHeader('content-length', Buffer.byteLength(content));
  const answering = once(asking, 'response');
  asking.end(content);
  const [answer] = (await answering) as [IncomingMessage];
  return comparable(answer, await text(answer));
}

/** Removes the parts that differ in every answer, and returns the remaining limits separately. */
function comparable({ statusCode, headers }: IncomingMessage, body: string): Answered {
  const { date: _date, 'x-request-id': id, ratelimit = '', ...others } = headers;
  expect(id).toMatch(/^req_/);
  const requestId = new RegExp(String(id), 'g');
  const remaining = [...String(ratelimit).matchAll(/;r=(\d+)/g)].map(([, left]) => Number(left));
  const limits = String(ratelimit).replaceAll(/;[rt]=\d+/g, '');
  return {
    status: statusCode,
    headers: { ...others, ratelimit: limits },
    body: body.replaceAll(requestId, 'req_…'),
    remaining,
  };
}

const echo = { path: '/v1/sandbox/echo', as: key.secret, body: { message: 'hello', reference: 'order-42' } };
const meDocument =
  'query Me($all: Boolean = false) { me { person { name } member @include(if: $all) { role } } }';
const graphql = (query: string, more: object = {}) => ({
  path: '/graphql',
  as: owner,
  body: { query, ...more },
});

const applicationDocument = 'query ($id: ID!) { application(id: $id) { name } sandboxHealth { status } }';

function idOf(name: string): string {
  const found = Object.entries(consoleDocuments).find(([, source]) => source.startsWith(`query ${name} `));
  if (!found) throw new Error(`The console has no query ${name}.`);
  return found[0];
}

/** Requests that the fast path answers once their caller and document are cached. */
const fast: [string, Sent][] = [
  ['an echo', echo],
  ['an echo without a reference', { ...echo, body: { message: 'hello' } }],
  ['an echo beyond the BMP', { ...echo, body: { message: '🗝️ ключ 鍵 \u2028' } }],
  ['an echo in JSON with spaces and escapes', { ...echo, body: ' { "message" : "\\u0041\\n" } ' }],
  [
    'an echo by a client that says who it is',
    { ...echo, headers: { 'user-agent': 'curl/8', traceparent: '00-x' } },
  ],
  ['the health of the sandbox', { path: '/v1/sandbox/health' }],
  ['a payload that is right', { ...echo, path: '/v1/sandbox/validate', body: { payload: {} } }],
  ['a payload that is not', { ...echo, path: '/v1/sandbox/validate', body: { operation: 'nothing' } }],
  ['who I am', { path: '/api/developer-portal/me', as: owner }],
  ['the workspace', { path: '/api/console/workspace', as: owner }],
  [
    'the workspace that is named',
    { path: '/api/console/workspace', as: owner, headers: { 'x-workspace-id': everyone.workspaceId } },
  ],
  ['the roles', { path: '/api/console/roles', as: owner }],
  ['a query', graphql(meDocument)],
  ['a query with its operation named', graphql(meDocument, { operationName: 'Me' })],
  ['a query of the console', { path: '/graphql', as: owner, body: { documentId: idOf('Me') } }],
  ['a query with variables', graphql(meDocument, { variables: { all: true } })],
  ['a query by nobody', { ...graphql('{ sandboxHealth { status } }'), as: undefined }],
  ['a query that is refused by nobody', { ...graphql(meDocument), as: undefined }],
  [
    'a query that is refused by the row',
    graphql(applicationDocument, { variables: { id: 'app_01kaf5m2jcexxt5s6f3yq4z8rd' } }),
  ],
  ['an echo with its charset', { ...echo, headers: { 'content-type': 'application/json; charset=utf-8' } }],
  [
    'an echo with its charset in quotes, after spaces',
    { ...echo, headers: { 'content-type': 'application/json ;  charset="UTF-8"' } },
  ],
  [
    'a query with its charset after spaces',
    { ...graphql(meDocument), headers: { 'content-type': 'application/json ; charset=utf-8' } },
  ],
  ...['x:8080.', 'a, b', '[', '%', 'x:99999'].map((host): [string, Sent] => [
    `a query to the host ${host}`,
    { ...graphql(meDocument), headers: { host } },
  ]),
  ['an echo with the page that it comes from', { ...echo, headers: { referer: 'https://x.test/' } }],
  ['an echo that takes pages alone', { ...echo, headers: { accept: 'text/html' } }],
  ['a query with extensions', graphql(meDocument, { extensions: {} })],
  ...[
    'application/graphql-response+json',
    'application/graphql-response+json,application/json;q=0.9',
    'application/graphql-response+json, application/graphql+json, application/json, text/event-stream',
    'application/json, text/plain, */*',
    'multipart/mixed, application/json',
    'text/html, application/*;q=0.8',
    'APPLICATION/JSON',
  ].flatMap((accept): [string, Sent][] => [
    [`a query that takes ${accept}`, { ...graphql(meDocument), headers: { accept } }],
    [
      `a query that is refused by the row and takes ${accept}`,
      {
        ...graphql(applicationDocument, { variables: { id: 'app_01kaf5m2jcexxt5s6f3yq4z8rd' } }),
        headers: { accept },
      },
    ],
  ]),
  ['a query that takes JSON alone', { ...graphql(meDocument), headers: { accept: 'application/json' } }],
];

/** Each query of the console by its id, with a value for each variable that it needs. */
const ofConsole = Object.entries(consoleDocuments).flatMap(([documentId, source]): [string, Sent][] => {
  const operation = getOperationAST(parse(source));
  if (operation?.operation !== OperationTypeNode.QUERY) return [];
  const needed = (operation.variableDefinitions ?? []).filter(({ type }) => type.kind === Kind.NON_NULL_TYPE);
  const variables = Object.fromEntries(
    needed.map(({ variable }) => [variable.name.value, key.applicationId]),
  );
  return [[operation.name?.value ?? '', { path: '/graphql', as: owner, body: { documentId, variables } }]];
});

/** Requests that only the ordinary path answers, whatever is cached. */
const slow: [string, Sent][] = [
  ['an echo of nothing', { ...echo, body: {} }],
  ['an echo of a number', { ...echo, body: { message: 1 } }],
  ['an echo with a field too many', { ...echo, body: { message: 'a', more: 1 } }],
  ['an echo of an empty body', { ...echo, body: '' }],
  ['an echo of no JSON', { ...echo, body: '{"message":' }],
  ['an echo with a name twice', { ...echo, body: '{"message":"a","message":"b"}' }],
  ['an echo that is no object', { ...echo, body: '[]' }],
  ['an echo of bytes that are no text', { ...echo, body: Buffer.from([0x7b, 0xff, 0x7d]) }],
  ['an echo with a byte order mark', { ...echo, body: '\uFEFF{"message":"a"}' }],
  ['an echo that is too long', { ...echo, body: { message: 'a'.repeat(10_001) } }],
  [
    'an echo that is larger than what is read ahead',
    { ...echo, body: ' '.repeat(20_000) + '{"message":"a"}' },
  ],
  ['an echo in pieces', { ...echo, headers: { 'transfer-encoding': 'chunked' } }],
  ['an echo of another type', { ...echo, headers: { 'content-type': 'text/plain' } }],
  ['an echo that is compressed', { ...echo, headers: { 'content-encoding': 'gzip' } }],
  ['an echo with an idempotency key', { ...echo, headers: { 'idempotency-key': 'again' } }],
  [
    'an echo with a credential in its referer',
    { ...echo, headers: { referer: `https://x.test/?k=${key.secret}` } },
  ],
  [
    'an echo with two keys',
    { ...echo, as: undefined, headers: { authorization: [`Bearer ${key.secret}`, 'Bearer x'] } },
  ],
  ['an echo without a key', { ...echo, as: undefined }],
  ['an echo with a key that is mistyped', { ...echo, as: `${key.secret.slice(0, -1)}!` }],
  ['an echo by a session', { ...echo, as: owner }],
  ['an echo by GET', { path: echo.path, as: key.secret }],
  ['the health by HEAD', { method: 'HEAD', path: '/v1/sandbox/health' }],
  [
    'the health with the type of a body that cannot be read',
    { path: '/v1/sandbox/health', headers: { 'content-type': 'application/json; charset=latin1' } },
  ],
  ['the health with a query', { path: '/v1/sandbox/health?a=1' }],
  ['the workspace by nobody', { path: '/api/console/workspace' }],
  ['the workspace by a key', { path: '/api/console/workspace', as: key.secret }],
  [
    'a version that the workspace has no more',
    { path: '/api/console/workspace', as: owner, headers: { 'if-match': '"v9"' } },
  ],
  [
    'a workspace of others',
    { path: '/api/console/workspace', as: owner, headers: { 'x-workspace-id': 'ws_x' } },
  ],
  ['a query that names another operation', graphql(meDocument, { operationName: 'You' })],
  ['a query with a variable of the wrong type', graphql(meDocument, { variables: { all: 'yes' } })],
  ['a query with variables that are none', graphql(meDocument, { variables: [] })],
  ['a query that is not valid', graphql('{ nothing }')],
  ['a query that cannot be parsed', graphql('{ me {')],
  ...[
    'text/html',
    'image/png',
    '*/json',
    'application/js on, application/graphql-response+json',
    'application/json;charset=latin1',
    'text/event-stream',
    '',
  ].map((accept): [string, Sent] => [
    `a query that takes ${accept || 'nothing'}`,
    { ...graphql(meDocument), headers: { accept } },
  ]),
  ['a query with extensions that are none', graphql(meDocument, { extensions: 1 })],
  [
    'two queries',
    graphql('query A { me { person { id } } } query B { me { person { id } } }', { operationName: 'A' }),
  ],
  ['a command', graphql('mutation { revokeSession(input: { sessionId: "ses_x" }) { session { id } } }')],
  ['a subscription', graphql('subscription { eventOccurred { cursor } }')],
  ['a batch', { ...graphql(''), body: [{ query: '{ me { person { id } } }' }] }],
  ['a query by GET', { path: '/graphql?query=%7Bme%7Bperson%7Bid%7D%7D%7D', as: owner }],
];

describe('a body limit below the size of the read-ahead', () => {
  const padded = ' '.repeat(5000);

  it.each([
    ['an echo', '/v1/sandbox/echo', '{"message":"a"}'],
    ['a query', '/graphql', '{"query":"{ sandboxHealth { status } }"}'],
  ])(
    'rejects %s beyond the limit, also after the fast path answered a smaller one',
    async (_name, path, body) => {
      const small = await testApp(
        { SANDBOX_BODY_LIMIT_BYTES: '1024', BODY_LIMIT_BYTES: '1024' },
        { instances: 1 },
      );
      const place = await cast(small);
      const { secret } = await applicationWithKey(small, place);
      const as = path === '/graphql' ? place.owner.token : secret;
      await small.app.listen({ port: 0, host: '127.0.0.1' });
      const asked = async (sent: string) => await ask(small.app.server, { path, as, body: sent });
      expect((await asked(body)).status).toBe(200);
      // On a busy machine the lease may lapse, and then the ordinary path answers.
      await expect
        .poll(async () => [(await asked(body)).status, small.app.fast.answered > 0])
        .toEqual([200, true]);
      const { answered } = small.app.fast;

      expect((await asked(body + padded)).status).toBe(413);
      expect(small.app.fast.answered).toBe(answered);
    },
  );
});

describe('the fast path and the ordinary path answer alike', () => {
  const bothWays = async (
    sent: Sent,
    tries = 2,
  ): Promise<{ answer: object; expected: object; fast: number }> => {
    const { remaining: first } = await ask(t.app.server, sent);
    const { remaining: before, ...expected } = await ask(ordinary, sent);
    const answeredBefore = t.app.fast.answered;
    const { remaining, ...answer } = await ask(t.app.server, sent);
    const grew = (was: number[], is: number[]) => is.some((left, at) => left > (was[at] ?? 0));
    // A new minute began between the requests, so the limits are whole again.
    if ((grew(first, before) || grew(before, remaining)) && tries > 1) return await bothWays(sent, tries - 1);
    // Each way counts the same: most requests count once, and a large query of the console as several.
    const counts = before.map((left, at) => (first[at] ?? 0) - left);
    expect(remaining).toEqual(before.map((left, at) => left - (counts[at] ?? 0)));
    if (!('documentId' in Object(sent.body))) expect(counts.filter((it) => it !== 1)).toEqual([]);
    return { answer, expected, fast: t.app.fast.answered - answeredBefore };
  };

  it.each(fast)('for %s, which takes the fast path', async (_name, sent) => {
    const tries: Awaited<ReturnType<typeof bothWays>>[] = [];
    // On a busy machine the lease may lapse, and then the ordinary path answers.
    await expect
      .poll(async () => {
        tries.push(await bothWays(sent));
        return tries.at(-1)?.fast;
      })
      .toBe(1);

    for (const { answer, expected } of tries) expect(answer).toEqual(expected);
  });

  it.each(fast.filter(([, { path }]) => path === '/graphql'))(
    'for %s, after many uses',
    async (_name, sent) => {
      for (let use = 0; use <= usesBeforeCompiling; use += 1) await ask(t.app.server, sent);
      const { answer, expected } = await bothWays(sent);

      expect(answer).toEqual(expected);
    },
  );

  it.each(ofConsole)('for the query %s of the console, which it also compiles', async (_name, sent) => {
    for (let use = 0; use < 2; use += 1) {
      const { answer, expected } = await bothWays(sent);
      expect(answer).toEqual(expected);
      for (let more = 0; more <= usesBeforeCompiling; more += 1) await ask(t.app.server, sent);
    }
  });

  it.each(slow)('for %s, which does not take the fast path', async (_name, sent) => {
    const { answer, expected, fast: answeredFast } = await bothWays(sent);

    expect(answer).toEqual(expected);
    expect(answeredFast).toBe(0);
  });

  it('for any body of an echo', async () => {
    const value = fc.oneof(
      fc.json(),
      fc.record({ message: fc.string({ unit: 'grapheme' }) }).map((it) => JSON.stringify(it)),
      fc.string(),
    );
    await fc.assert(
      fc.asyncProperty(value, async (body) => {
        const [expected, answer] = [
          await ask(ordinary, { ...echo, body }),
          await ask(t.app.server, { ...echo, body }),
        ];
        expect({ ...answer, remaining: [] }).toEqual({ ...expected, remaining: [] });
      }),
      { numRuns: count(10_000), seed: seed() },
    );
  });

  it('for every route that has a fast path', () => {
    const listed = new Set(fast.map(([, { path }]) => path));
    expect(
      fastPathsOf(routes, t.config.settings)
        .map(({ path }) => path)
        .filter((path) => !listed.has(path)),
    ).toEqual([]);
  });
});
