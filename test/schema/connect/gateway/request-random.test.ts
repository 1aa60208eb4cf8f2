import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RequestFailure } from '../../../../schema/kernel/request-failure.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';
import { parameter } from './operation.ts';
import { attempt, built } from './request.world.ts';

describe('for any arguments', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom(
        '.',
        '/',
        '\\',
        '%',
        '2',
        'e',
        'f',
        ';',
        '?',
        '#',
        '&',
        '=',
        '{',
        '}',
        '@',
        ':',
        '\n',
      ),
    }),
  );

  it('the request goes to the origin of the base with the segments of the template, and its query decodes to the arguments', () => {
    const parameters = [
      parameter('path', 'a'),
      parameter('path', 'b'),
      parameter('path', 'c', { style: 'label' }),
      parameter('path', 'd', { style: 'matrix', explode: true }),
      parameter('query', 'one'),
      parameter('query', 'many'),
      parameter('query', 'deep', { style: 'deepObject', explode: true }),
      parameter('query', 'inJson', { style: 'json' }),
    ];
    const said = { path: '/x/{a}/{b}-{c}/{d}/y', parameters };
    const from = new URL('https://api.example.com:8443/v1/?kept=a%20b');
    const texts = fc.array(text, { minLength: 1, maxLength: 3 });
    const deep = fc.record({ k: text });
    const record = fc.record({
      a: text,
      b: text,
      c: text,
      d: texts,
      one: text,
      many: texts,
      deep,
      inJson: text,
    });
    const refused: unknown[] = [];
    let sent = 0;
    const check = fc.property(record, (args) => {
      const request = attempt(() => built(said, args, from));
      if (request instanceof RequestFailure) {
        refused.push({ ...args, code: request.code });
        return;
      }
      sent += 1;
      const { url } = request;
      expect(url.origin).toBe('https://api.example.com:8443');
      expect(new URL(url.href).href).toBe(url.href);
      const segments = url.pathname.split('/');
      expect(segments).toHaveLength(7);
      expect(segments.slice(0, 3)).toEqual(['', 'v1', 'x']);
      expect(decodeURIComponent(segments[3] ?? '')).toBe(args.a);
      expect(segments[6]).toBe('y');
      expect([...url.searchParams]).toEqual([
        ['kept', 'a b'],
        ['one', args.one],
        ...args.many.map((item) => ['many', item]),
        ['deep[k]', args.deep.k],
        ['inJson', JSON.stringify(args.inJson)],
      ]);
    });

    fc.assert(check, { seed: seed(), numRuns: count(20_000) });
    expect(sent).toBeGreaterThan(count(20_000) / 10);
    // Only empty values, values with a dot and lone surrogates may be refused.
    expect(refused.filter((args) => !/""|\.|%(?:25)*2e|\\ud/i.test(JSON.stringify(args)))).toEqual([]);
    expect(refused.filter((args) => (args as { code: string }).code !== 'argument_unusable')).toEqual([]);
  });

  it('no argument sets another header or ends its own', () => {
    const parameters = ['X-One', 'X-Many'].map((name) => parameter('header', name));
    const codes = new Set(['argument_unusable']);
    const check = fc.property(text, fc.array(text, { minLength: 1, maxLength: 3 }), (one, many) => {
      const request = attempt(() => built({ parameters }, { 'X-One': one, 'X-Many': many }));
      if (request instanceof RequestFailure) {
        codes.add(request.code);
        return;
      }
      expect(request.headers).toEqual({ 'x-one': one, 'x-many': many.join(',') });
      expect(JSON.stringify(request.headers)).not.toMatch(/\\[rn]|\\u00[01]/);
    });

    fc.assert(check, { seed: seed(), numRuns: count(20_000) });
    expect([...codes]).toEqual(['argument_unusable']);
  });

  it('an error contains no value of an argument', () => {
    const parameters = [
      parameter('path', 'a'),
      parameter('query', 'b', { style: 'pipeDelimited', explode: false }),
      parameter('query', 'c', { style: 'deepObject' }),
      parameter('header', 'd'),
    ];
    const endings = ['', '/..', '|', '][', '\n', '\ud800', '✓'];
    const canary = fc.constantFrom(...endings).map((ending) => `cAnary${ending}`);
    const record = fc.record({
      a: canary,
      b: fc.tuple(canary, canary),
      c: fc.dictionary(canary, canary),
      d: canary,
    });
    const told: (string | null)[] = [];
    const check = fc.property(record, (args) => {
      const request = attempt(() => built({ path: '/{a}', parameters }, args));
      if (request instanceof RequestFailure) told.push(request.message, request.pointer);
    });

    fc.assert(check, { seed: seed(), numRuns: count(5_000) });
    expect(told.length).toBeGreaterThan(0);
    expect(told.filter((words) => words?.includes('cAnary'))).toEqual([]);
  });
});
