import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { routerOf } from '../../../../schema/keys/product-call/paths.ts';
import { capturesOf, parameterNames, templateOf } from '../../../../schema/keys/product-call/template.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';

function find(paths: readonly string[], path: string) {
  const match = routerOf(paths.map((it) => ({ method: 'GET', path: it })))(path);
  return match && [match.route.methods.get('GET')?.path, ...match.captured];
}

describe('a path', () => {
  // oxfmt-ignore
  it.each([
    { paths: ['/a/{id}', '/a/b'],               path: '/a/b',        found: ['/a/b'] },
    { paths: ['/a/{id}', '/a/b'],               path: '/a/c',        found: ['/a/{id}', 'c'] },
    { paths: ['/{x}/b/c', '/a/{y}/d'],          path: '/a/b/c',      found: ['/{x}/b/c', 'a'] },
    { paths: ['/{x}', '/{x}.json'],             path: '/7.json',     found: ['/{x}.json', '7'] },
    { paths: ['/v{a}-{b}'],                     path: '/v1-2-3',     found: ['/v{a}-{b}', '1', '2-3'] },
    { paths: ['/{id}:cancel', '/{id}'],         path: '/9:cancel',   found: ['/{id}:cancel', '9'] },
    { paths: ['/ä b'],                          path: '/%C3%A4%20b', found: ['/ä b'] },
    { paths: ['/a/{id}'],                       path: '/a/x%2Fy',    found: ['/a/{id}', 'x%2Fy'] },
    { paths: ['/a/{id}'],                       path: '/a/',         found: null },
    { paths: ['/a'],                            path: '/a/',         found: null },
    { paths: ['/a'],                            path: '/A',          found: null },
    { paths: ['/'],                             path: '/',           found: ['/'] },
    { paths: ['/a//b'],                         path: '/a//b',       found: ['/a//b'] },
    { paths: ['/__proto__/{constructor}'],      path: '/__proto__/1', found: ['/__proto__/{constructor}', '1'] },
  ])('$path among $paths', ({ paths, path, found }) => expect(find(paths, path)).toEqual(found));

  it('matches its template with any values that do not contain the text between them', () => {
    const value = fc.stringMatching(/^[a-z0-9]{1,5}$/);
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 4 }),
        fc.constantFrom('-', ':', '.', '..'),
        (values, text) => {
          const template = values.map((_, index) => `{p${index}}`).join(text);
          expect(capturesOf(templateOf(template), values.join(text))).toEqual(values);
          expect(parameterNames(`/${template}`)).toHaveLength(values.length);
        },
      ),
      { seed: seed(), numRuns: count(20_000) },
    );
  });

  it('that nearly matches many parameters takes no more time than its length', () => {
    const template = templateOf(Array.from({ length: 30 }, (_, index) => `{p${index}}`).join('-'));

    expect(capturesOf([...template.slice(0, -1), '!'], '-'.repeat(100_000))).toBeNull();
  });
});
