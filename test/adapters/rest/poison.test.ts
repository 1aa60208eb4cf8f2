import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Route } from '../../../adapters/rest/route.ts';
import { testApp, type Answer } from '../../support/app.ts';
import { quarter, some } from '../../support/count.ts';
import { contentsOf } from '../../support/contents.ts';
import { jsonPoisons, poisons, type Poison } from '../../support/poison.ts';
import { credentialOf, pathOf, rowsWhere, targets } from '../../support/rows.ts';

const t = await testApp();
const at = await targets(t);

/** CPU time of this process in milliseconds; a hundred times the usual cost of a request. */
const maxCpuMs = 1000;
const isOptional = ({ body }: Route) => body === undefined || body.safeParse(undefined).success;
const takesAnyObject = ({ body }: Route) => body?.safeParse({ anything: 1 }).success === true;

/** The rows, of which the first of each class gets all bodies: classes differ in what they check first. */
const classes = new Set<string>();
const sent = rowsWhere(({ method }) => method === 'POST' || method === 'PATCH').map((it) => {
  const { credential, bodyLimitBytes } = it.row;
  const isFirst = !classes.has(`${credential} ${bodyLimitBytes}`);
  classes.add(`${credential} ${bodyLimitBytes}`);
  return { ...it, isFirst };
});

describe.each(quarter(sent))('$method $path', ({ method, row, isFirst }) => {
  const mine = poisons.filter(
    ({ name }) =>
      !(isOptional(row) && name === 'an empty body') &&
      !(row.bodyLimitBytes && name === 'a body of 2 MiB') &&
      !(takesAnyObject(row) && name === 'an unknown field named toString'),
  );

  it('rejects hostile bodies with a 4xx in the documented shape, and changes nothing', async () => {
    const before = await contentsOf(t.ports.database);

    const answers: Served[] = [];
    for (const poison of isFirst ? mine : some(mine, 12))
      answers.push(await serve(method, pathOf(row, at), credentialOf(row, at), poison));

    // spec §4: the sandbox answers an invalid request with 401 or 422, never with 400.
    const isSandbox = row.credential === 'sandboxKey';
    expect(answers.flatMap(({ poison, answer }) => complaintsOfProblem(poison, answer, isSandbox))).toEqual(
      [],
    );
    expect(answers.filter(({ cpuMs }) => cpuMs > maxCpuMs)).toEqual([]);
    expect(await contentsOf(t.ports.database)).toEqual(before);
    expect(Reflect.ownKeys(Object.prototype).filter((key) => key === 'isAdmin')).toEqual([]);
  });
});

describe('POST /graphql', () => {
  it('rejects every hostile body', async () => {
    const before = await contentsOf(t.ports.database);

    const answers: Served[] = [];
    for (const poison of poisons) answers.push(await serve('POST', '/graphql', at.cast.owner.token, poison));

    expect(answers.flatMap(({ poison, answer }) => complaintsOfErrors(poison, answer))).toEqual([]);
    expect(answers.filter(({ cpuMs }) => cpuMs > maxCpuMs)).toEqual([]);
    expect(await contentsOf(t.ports.database)).toEqual(before);
  });

  it('rejects every hostile value of variables', async () => {
    const before = await contentsOf(t.ports.database);
    const inVariables = jsonPoisons.map((poison) => ({ ...poison, body: asVariables(poison.body) }));

    const answers: Served[] = [];
    for (const poison of inVariables)
      answers.push(await serve('POST', '/graphql', at.cast.owner.token, poison));

    expect(answers.flatMap(({ poison, answer }) => complaintsOfErrors(poison, answer))).toEqual([]);
    expect(answers.filter(({ cpuMs }) => cpuMs > maxCpuMs)).toEqual([]);
    expect(await contentsOf(t.ports.database)).toEqual(before);
  });

  it.each(['[]', '"text"', 'true', '1'])('rejects variables that are %s', async (variables) => {
    const body = asVariables(variables);

    const answer = await t.rest('POST', '/graphql', { as: at.cast.owner, body });

    expect(answer).toMatchObject({
      status: 400,
      body: { errors: [{ extensions: { code: 'invalid_request' } }] },
    });
  });
});

describe('text that the database cannot store', () => {
  const rows = rowsWhere(({ params }) => params !== undefined);

  it.each(rows)('$method $path rejects it in the path with a 4xx', async ({ method, path, row }) => {
    const ids = [
      '%00',
      'a%00b',
      '%ED%A0%80',
      '%ff',
      '%zz',
      '..%2f..%2fhealthz',
      "'%20or%201=1",
      'a'.repeat(190),
    ];

    const answers = await Promise.all(
      some(ids, 3).map(async (id) => {
        const target = path.replaceAll(/:\w+/g, id);
        const body = row.body && !isOptional(row) ? { name: 'x', role: 'VIEWER' } : undefined;
        const answer = await t.rest(method, target, { as: at.cast.owner, body });
        return { target, status: answer.status, code: answer.body.code };
      }),
    );

    expect(answers.filter(({ status }) => status < 400 || status > 499)).toEqual([]);
  });

  it.each([
    '/api/console/members?cursor=%00',
    '/api/console/members?cursor=AA',
    '/api/console/members?limit=%00',
    '/api/console/audit?action=%00',
    '/api/console/audit?action=%ED%A0%80&limit=1',
    '/api/console/audit?cursor=LTE',
    '/api/console/audit?cursor=OTk5OTk5OTk5OTk5OTk5OTk5OTk5',
    '/api/console/audit?cursor=bm90LWEtbnVtYmVy',
  ])('%s causes no internal error', async (path) => {
    const answer = await t.rest('GET', path, { as: at.cast.owner });

    expect(answer.status).toBeLessThan(500);
  });
});

describe('an endless body', () => {
  it('is cut off at the limit with 413, and the server continues to serve', async () => {
    await t.app.listen({ port: 0, host: 'localhost' });
    const { port } = t.app.server.address() as AddressInfo;

    await pour(port, '/api/auth/sign-in');

    expect(t.events.at(-1)).toMatchObject({ path: '/api/auth/sign-in', status: 413 });
    expect(await t.rest('GET', '/healthz')).toMatchObject({ status: 200 });
  });
});

interface Served {
  poison: Poison;
  answer: Answer;
  cpuMs: number;
}

async function serve(
  method: Route['method'] | 'POST',
  path: string,
  as: string | undefined,
  poison: Poison,
): Promise<Served> {
  const { body, contentType = 'application/json', headers = {} } = poison;
  const type = contentType === '' ? {} : { 'content-type': contentType };
  const send = async () => await inject(method, path, as, body, { ...headers, ...type });
  let [answer, cpuMs] = await timed(send);
  // Garbage collection may have added to the time; a request that is expensive is so each time.
  for (let again = 0; again < 3 && cpuMs > maxCpuMs; again++) [answer, cpuMs] = await timed(send);
  return { poison, answer, cpuMs };
}

async function timed(send: () => Promise<Answer>): Promise<[answer: Answer, cpuMs: number]> {
  const from = process.cpuUsage();
  const answer = await send();
  const { user, system } = process.cpuUsage(from);
  return [answer, (user + system) / 1000];
}

async function inject(
  method: Route['method'],
  url: string,
  as: string | undefined,
  payload: Buffer | string,
  headers: Record<string, string>,
): Promise<Answer> {
  const authorization = as === undefined ? {} : { authorization: `Bearer ${as}` };
  const answer = await t.inject({ method, url, payload, headers: { ...authorization, ...headers } });
  return { status: answer.statusCode, headers: answer.headers, body: JSON.parse(answer.body) };
}

function complaintsOfProblem({ name, status }: Poison, answer: Answer, isSandbox: boolean): string[] {
  const expected = isSandbox ? status.filter((it) => it !== 400) : status;
  const { body, headers } = answer;
  const isShaped =
    headers['content-type'] === 'application/problem+json; charset=utf-8' &&
    body.type === `urn:sallyport:problem:${body.code}` &&
    body.status === answer.status &&
    body.detail === body.message &&
    typeof body.title === 'string' &&
    typeof body.message === 'string' &&
    body.requestId === headers['x-request-id'];
  return expected.includes(answer.status) && isShaped
    ? []
    : [
        `${name}: ${answer.status} instead of ${expected.join(' or ')}, ${JSON.stringify(body).slice(0, 200)}`,
      ];
}

function complaintsOfErrors({ name, status }: Poison, answer: Answer): string[] {
  const { body, headers } = answer;
  const [error] = body.errors ?? [];
  const isShaped =
    body.data === undefined &&
    typeof error?.message === 'string' &&
    error.extensions.status === answer.status &&
    typeof error.extensions.code === 'string' &&
    error.extensions.requestId === headers['x-request-id'];
  return status.includes(answer.status) && isShaped
    ? []
    : [`${name}: ${answer.status} instead of ${status.join(' or ')}, ${JSON.stringify(body).slice(0, 200)}`];
}

const query = 'query ($message: String) { sandboxEcho(message: $message) { message } }';

function asVariables(poison: Buffer | string): Buffer {
  const before = Buffer.from(`{"query":${JSON.stringify(query)},"variables":`);
  return Buffer.concat([before, Buffer.from(poison), Buffer.from('}')]);
}

/** Sends until the server closes the connection; the answer may not arrive before that. */
async function pour(port: number, path: string): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const request = httpRequest({ port, host: 'localhost', path, method: 'POST', headers });
  request.on('error', () => {});
  const send = () => {
    while (!request.destroyed && request.write(' '.repeat(65_536)));
  };
  request.on('response', (answer) => answer.resume()).on('drain', send);
  send();
  await new Promise((resolve) => request.on('close', resolve));
}
