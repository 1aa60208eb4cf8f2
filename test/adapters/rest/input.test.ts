import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { check, validatorCompiler } from '../../../adapters/rest/input.ts';
import { routes } from '../../../adapters/rest/routes.ts';

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
      const judge = validatorCompiler({ schema: body, method: 'POST', url: '/', httpPart: 'body' });
      expect(judge(undefined)).toMatchObject({ error: { details: { errors: findingsOf(body, {}) } } });
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
