import { describe, expect, it } from 'vitest';
import { testApp, type Answer } from '../support/app.ts';
import { applicationWithKey, cast } from '../support/people.ts';

const t = await testApp();
const people = await cast(t);
const { secret } = await applicationWithKey(t, people);

describe('an internal error', () => {
  it('is an internal_error on every API, without internal details, and is logged once with its id', async () => {
    await t.ports.database.knex.raw('alter table application rename to elsewhere');
    const from = t.events.length;

    const rest = await t.rest('GET', '/api/console/applications', { as: people.owner });
    const field = await t.graphql(
      '{ applications(first: 1) { edges { cursor } } }',
      {},
      { as: people.owner },
    );
    await t.ports.database.knex.raw('alter table elsewhere rename to application');

    const failures = t.events.slice(from).filter(({ event }) => event === 'request.failed');
    expect(rest).toMatchObject({ status: 500, body: { code: 'internal_error', status: 500 } });
    expect(field).toMatchObject({
      status: 200,
      body: {
        data: { applications: null },
        errors: [{ extensions: { code: 'internal_error', status: 500 } }],
      },
    });
    expect([rest, field].filter(leaks)).toEqual([]);
    expect(failures.map(({ requestId }) => requestId)).toEqual([
      rest.headers['x-request-id'],
      field.headers['x-request-id'],
    ]);
  });
});

describe('an unavailable database', () => {
  it('differs from an error of the caller on every API, without internal details', async () => {
    await t.ports.database.close();
    // While its lease lasts, an instance answers from its cache.
    for (const { ports } of t.instances) ports.snapshots.clear();

    const answers = [
      await t.rest('GET', '/api/developer-portal/me', { as: people.owner }),
      await t.rest('POST', '/api/auth/sign-in', { body: { email: people.owner.email, password: 'x' } }),
      await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'hi' } }),
      await t.rest('GET', '/readyz'),
      await t.graphql('{ me { person { id } } }', {}, { as: people.owner }),
    ];
    const inField = await t.graphql(
      'mutation { signIn(input: { email: "a@b.de", password: "x" }) { tokenType } }',
    );

    const told = answers.map(({ body }) => body.errors?.[0]?.extensions ?? body);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503));
    expect(told.map(({ code }) => code)).toEqual(Array(5).fill('service_unavailable'));
    expect(answers.map(({ headers }) => Number(headers['retry-after']))).toEqual(Array(5).fill(2));
    expect(inField).toMatchObject({
      status: 200,
      body: {
        data: { signIn: null },
        errors: [{ extensions: { code: 'service_unavailable', status: 503 } }],
      },
    });
    expect([...answers, inField].filter(leaks)).toEqual([]);
  });

  it('is logged once for each request, with its id', async () => {
    const from = t.events.length;

    const answer = await t.rest('GET', '/api/developer-portal/me', { as: people.owner });

    const failures = t.events.slice(from).filter(({ event }) => event === 'request.failed');
    expect(failures).toMatchObject([{ requestId: answer.headers['x-request-id'], error: expect.any(Error) }]);
  });

  it('leaves the process alive, and it answers requests that need no database', async () => {
    const answers = await Promise.all([
      t.rest('GET', '/healthz'),
      t.rest('GET', '/v1/sandbox/health'),
      t.rest('GET', '/openapi.json'),
      t.graphql('{ sandboxHealth { status } }'),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });
});

function leaks({ body }: Answer): boolean {
  return /select|knex|objection|\bat \/|node_modules|\.ts:|connection|stack/i.test(JSON.stringify(body));
}
