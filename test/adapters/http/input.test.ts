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

describe('a missing required field', () => {
  it.each(bodies)('is reported as required, whatever its format: $name', ({ body }) => {
    const ofFields = findingsOf(body, {}).filter(({ pointer }) => pointer);

    expect(ofFields.filter(({ code, message }) => code !== 'required' || message !== 'is required')).toEqual(
      [],
    );
  });

  it('differs from a field that was sent empty or as null, at any depth', () => {
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
    'is also reported for a request without a body: $name',
    ({ body }) => {
      expect(nothingSent(body).details.errors).toEqual(findingsOf(body, {}));
    },
  );

  it('is not confused with an optional field that a rule across fields requires', () => {
    const schema = z
      .strictObject({ from: z.string().optional(), to: z.string().optional() })
      .refine(({ from, to }) => !to || from, { path: ['from'], message: 'must come with `to`' });

    expect(findingsOf(schema, { to: 'x' })).toEqual([
      { pointer: '/from', code: 'invalid', message: 'must come with `to`' },
    ]);
  });
});

describe('a request without the body that it needs', () => {
  it.each([{}, { 'content-type': 'application/json' }])(
    'is rejected with a list of the required fields: with %j',
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

  it('is accepted where the body is optional', async () => {
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

describe('an unknown field', () => {
  it('is reported beside a missing field, with the name that is most similar', async () => {
    const { body } = await asked('/api/console/applications', { nmae: 'Shop' });

    expect(body.detail).toBe(
      'The input is not valid: /name is required, and /nmae is not a field of this object (did you mean `name`?).',
    );
    expect(body.message).toBe(body.detail);
  });

  it('is reported without a suggestion if no name is similar, with the number of further findings', async () => {
    const { body } = await asked('/api/console/applications', { colour: 'red', shape: 'round' });

    expect(body.detail).toBe(
      'The input is not valid: /name is required, and /colour is not a field of this object (and 1 more in `errors`).',
    );
  });

  it('is reported at any depth, with a suggestion from its own object', () => {
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
  it('that are invalid are all reported, and called query parameters', async () => {
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
