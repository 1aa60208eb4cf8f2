import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { check, nothingSent } from '../../../adapters/http/input.ts';
import { routes } from '../../../adapters/rest/routes.ts';
import { testApp } from '../../support/app.ts';
import { cast, signInAgain } from '../../support/people.ts';

const t = await testApp();
const { owner } = await cast(t);
const asked = async (path: string, body?: unknown) =>
  await t.rest(body === undefined ? 'GET' : 'POST', path, { as: owner, ...(body !== undefined && { body }) });

const bodies = routes.flatMap(({ method, path, body }) =>
  body ? [{ name: `${method} ${path}`, body }] : [],
);
const findingsOf = (schema: z.ZodType, data: unknown) => {
  const result = check(schema, data);
  return 'findings' in result ? result.findings : [];
};

describe('a required field that was not sent', () => {
  it.each(bodies)('is required, whatever its format would take: $name', ({ body }) => {
    const ofFields = findingsOf(body, {}).filter(({ pointer }) => pointer);

    expect(ofFields.filter(({ code, message }) => code !== 'required' || message !== 'is required')).toEqual(
      [],
    );
  });

  it('is told apart from one that was sent empty or as null, at any depth', () => {
    const item = z.strictObject({ role: z.enum(['A', 'B']), email: z.email('must be an address') });
    const schema = z.strictObject({ items: z.array(item) });

    expect(findingsOf(schema, { items: [{}, { role: '', email: null }] })).toEqual([
      { pointer: '/items/0/role', code: 'required', message: 'is required' },
      { pointer: '/items/0/email', code: 'required', message: 'is required' },
      { pointer: '/items/1/role', code: 'invalid', message: 'must be one of A, B' },
      { pointer: '/items/1/email', code: 'invalid_type', message: 'must be an address' },
    ]);
    expect(findingsOf(schema, undefined)).toEqual([
      { pointer: '', code: 'invalid_type', message: 'must be a JSON object' },
    ]);
  });

  it.each(bodies.filter(({ body }) => !body.safeParse({}).success))(
    'is named to who sends no body at all, too: $name',
    ({ body }) => {
      expect(nothingSent(body).details.errors).toEqual(findingsOf(body, {}));
    },
  );

  it('is not what a rule across fields says of one that may be left out', () => {
    const schema = z
      .strictObject({ from: z.string().optional(), to: z.string().optional() })
      .refine(({ from, to }) => !to || from, { path: ['from'], message: 'must come with `to`' });

    expect(findingsOf(schema, { to: 'x' })).toEqual([
      { pointer: '/from', code: 'invalid', message: 'must come with `to`' },
    ]);
  });
});

describe('who sends nothing where a body is needed', () => {
  it.each([{}, { 'content-type': 'application/json' }])(
    'is told so, and what is needed: with %j',
    async (headers) => {
      const answer = await t.rest('POST', '/api/console/applications', { as: owner, headers });

      expect(answer).toMatchObject({
        status: 422,
        body: {
          code: 'validation_failed',
          detail:
            'The request has no body. Send a JSON object with /name, with `Content-Type: application/json`.',
          errors: [{ pointer: '/name', code: 'required', message: 'is required' }],
        },
      });
    },
  );

  it('is told nothing of it where the body may be left out', async () => {
    const headers = { 'content-type': 'application/json' };
    const signOut = async (more: object) => {
      await signInAgain(t, owner);
      return await t.rest('POST', '/api/auth/sign-out', { as: owner, ...more });
    };

    const answers = [await signOut({ headers }), await signOut({})];
    await signInAgain(t, owner);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('a field that there is not', () => {
  it('is told beside what is missing, with the one that it comes near to', async () => {
    const { body } = await asked('/api/console/applications', { nmae: 'Shop' });

    expect(body.detail).toBe(
      'The input is not valid: /name is required, and /nmae is not a field of this object (did you mean `name`?).',
    );
    expect(body.message).toBe(body.detail);
  });

  it('is told as it is where nothing is near, and how many more there are', async () => {
    const { body } = await asked('/api/console/applications', { colour: 'red', shape: 'round' });

    expect(body.detail).toBe(
      'The input is not valid: /name is required, and /colour is not a field of this object (and 1 more in `errors`).',
    );
  });

  it('is told at any depth, each with those of its own object', () => {
    const item = z.strictObject({ role: z.string() });
    const schema = z.strictObject({ items: z.array(item), role: z.string() });

    expect(findingsOf(schema, { items: [{ role: 'A', roles: 'B' }], role: 'A', item: 1 })).toEqual([
      {
        pointer: '/items/0/roles',
        code: 'unknown_field',
        message: 'is not a field of this object (did you mean `role`?)',
      },
      {
        pointer: '/item',
        code: 'unknown_field',
        message: 'is not a field of this object (did you mean `items`?)',
      },
    ]);
  });
});

describe('query parameters', () => {
  it('that are wrong are told with what else is wrong, and as what they are', async () => {
    const { status, body } = await asked('/api/console/applications?limit=1000&curs=x');

    expect([status, body.code]).toEqual([422, 'validation_failed']);
    expect(body.detail).toMatch(
      /^The query parameter `limit` must be at most 100, and `curs` is not a parameter of this path: its parameters are /,
    );
    expect(body.errors).toMatchObject([
      { pointer: '/limit' },
      {
        pointer: '/curs',
        code: 'unknown_field',
        message: expect.stringMatching(/^is not a parameter of this path/),
      },
    ]);
  });
});
