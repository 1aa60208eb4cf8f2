import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from '../../../../schema/keys/product-difference/difference.ts';
import type { DescribedSchema } from '../../../../schema/kernel/ports/product-descriptions.ts';
import { count } from '../../../support/count.ts';
import { answer, body, described } from '../../../support/described.ts';
import { compiled } from '../../../support/json-schema.ts';
import { schemaPairs } from '../../../support/schema-pairs.ts';
import { asRead, valuesOf } from '../../../support/schema-values.ts';
import { seed } from '../../../support/seed.ts';

const options = { seed: seed(), numRuns: count(50_000), endOnFailure: true };
const inRequest = (schema: object) => [described({ body: body(schema as DescribedSchema) })];
const inAnswer = (schema: object) => [described({ answers: [answer(schema as DescribedSchema)] })];

/** Returns an equal value with all properties, and lists whose order says nothing, in reverse. */
function reversed(value: unknown, keyword = ''): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => reversed(item));
    return ['required', 'enum', 'type'].includes(keyword) ? items.toReversed() : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, member]) => [key, reversed(member, key)]),
  );
}

type Operations = ReturnType<typeof inRequest>;

/** Whether there are changes, but none is breaking. */
function isHarmless(before: Operations, after: Operations): boolean {
  const [first] = differenceOf(before, after);
  return first !== undefined && first.kind !== 'BREAKING';
}

/** Two versions with values of one of them. */
const withValues = (of: 'before' | 'after') =>
  schemaPairs.chain((pair) =>
    fc.tuple(fc.constant(pair), fc.array(valuesOf(pair[of], pair[of]), { maxLength: 8 })),
  );

describe('any two versions of a schema', () => {
  it('have no difference from themselves, whatever the order of their properties', () => {
    const check = fc.property(schemaPairs, ({ before }) => {
      const again = reversed(before) as object;
      expect(differenceOf(inRequest(before), inRequest(again))).toEqual([]);
      expect(differenceOf(inAnswer(before), inAnswer(again))).toEqual([]);
    });

    fc.assert(check, options);
  });

  it('are compared whatever they contain', () => {
    const junk = fc.dictionary(
      fc.constantFrom(
        'properties',
        'required',
        'type',
        'enum',
        'anyOf',
        '$ref',
        'minimum',
        '__proto__',
        'items',
      ),
      fc.jsonValue({ maxDepth: 3 }),
    );
    const check = fc.property(junk, junk, (before, after) => {
      for (const within of [inRequest, inAnswer]) {
        expect(differenceOf(within(before), within(structuredClone(before)))).toEqual([]);
        const isEqual = JSON.stringify(reversed(before)) === JSON.stringify(reversed(after));
        expect(isEqual || Array.isArray(differenceOf(within(before), within(after)))).toBe(true);
      }
    });

    fc.assert(check, options);
  });

  it('accept the same requests, unless a change is breaking', () => {
    let checked = 0;
    const check = fc.property(withValues('before'), ([{ before, after }, values]) => {
      if (!isHarmless(inRequest(before), inRequest(after))) return;
      const [isValid, isValidNow] = [compiled(before), compiled(after)];
      const known = values.filter(isValid);
      checked += known.length;
      expect(known.filter((value) => !isValidNow(value))).toEqual([]);
    });

    fc.assert(check, options);
    expect(checked).toBeGreaterThan(count(2_000));
  });

  it('give only answers that clients know, unless a change is breaking', () => {
    let checked = 0;
    const check = fc.property(withValues('after'), ([{ before, after }, values]) => {
      if (!isHarmless(inAnswer(before), inAnswer(after))) return;
      const [isValid, isKnown] = [compiled(after), compiled(asRead(before))];
      const given = values.filter(isValid);
      checked += given.length;
      expect(given.filter((value) => !isKnown(value))).toEqual([]);
    });

    fc.assert(check, options);
    expect(checked).toBeGreaterThan(count(2_000));
  });
});
