import { RE2JS } from 're2js';
import type { ArgumentLimit } from '../../../db/models/mcp-grant.ts';
import type { Finding } from '../../values/errors.ts';
import { keysOf } from '../../values/pointer.ts';
import { readingOf } from '../../values/read-as.ts';
import { maxPatternSteps } from './rules.ts';

/**
 * Returns the arguments outside the limits. A limited argument is required, since the provider chooses the
 * default. A value of another type than the limit's violates it. The argument also needs a unique name: no
 * other name beside it may be read as the same one.
 */
export function findingsOutside(limits: readonly ArgumentLimit[], args: unknown): Finding[] {
  const patience = { steps: maxPatternSteps };
  return limits.flatMap((limit) => {
    const keys = keysOf(limit.pointer);
    const message = isAmbiguous(args, keys) ? ambiguous : whyOutside(limit, valuesAt(args, keys), patience);
    return message ? [{ pointer: limit.pointer, code: 'not_granted', message }] : [];
  });
}

/** The remaining matching steps, for all the limits together. */
interface Patience {
  steps: number;
}

const missing = 'is required by the grant';
const ambiguous = 'must not come with another name that could be read as this one';
/** Checking blocks the event loop, so it has a bound. */
const maxValues = 100;
const maxPatternText = 1_000;

function whyOutside(limit: ArgumentLimit, values: readonly unknown[], patience: Patience): string | null {
  if (values.length > maxValues) return `has more than ${maxValues} values, the maximum for a limit`;
  const pattern = limit.pattern === undefined ? null : RE2JS.compile(limit.pattern);
  for (const value of values) {
    const why = whyNot(limit, value) ?? (pattern && whyNoMatch(pattern, value, patience));
    if (why) return why;
  }
  return null;
}

/** Returns the values that the keys lead to. A missing value and an empty list give `undefined`. */
function valuesAt(value: unknown, [key, ...rest]: readonly string[]): unknown[] {
  if (Array.isArray(value) && value.length === 0) return [undefined];
  if (Array.isArray(value))
    return value.flatMap((item) => valuesAt(item, key === undefined ? [] : [key, ...rest]));
  if (key === undefined) return [value];
  const isThere = typeof value === 'object' && value !== null && Object.hasOwn(value, key);
  return isThere ? valuesAt((value as Record<string, unknown>)[key], rest) : [undefined];
}

function isAmbiguous(value: unknown, [key, ...rest]: readonly string[]): boolean {
  if (key === undefined || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => isAmbiguous(item, [key, ...rest]));
  const reading = readingOf([key]);
  if (Object.keys(value).some((name) => reading(name) !== null)) return true;
  return Object.hasOwn(value, key) && isAmbiguous((value as Record<string, unknown>)[key], rest);
}

function whyNot(limit: ArgumentLimit, value: unknown): string | null {
  if (value === undefined) return missing;
  const { enum: allowed, minimum, maximum, maxLength } = limit;
  if (allowed && !allowed.includes(value)) return `must be ${oneOf(allowed)}, according to the grant`;
  if (minimum !== undefined && !(typeof value === 'number' && value >= minimum))
    return `must be a number from ${minimum}, according to the grant`;
  if (maximum !== undefined && !(typeof value === 'number' && value <= maximum))
    return `must be a number up to ${maximum}, according to the grant`;
  // JSON Schema 2020-12, validation §6.3.1: characters are code points.
  if (maxLength !== undefined && !(typeof value === 'string' && Array.from(value).length <= maxLength))
    return `must be a string of at most ${maxLength} characters, according to the grant`;
  return null;
}

function whyNoMatch(pattern: RE2JS, value: unknown, patience: Patience): string | null {
  const not = `must be a string that matches the pattern of the grant, with at most ${maxPatternText} characters`;
  if (typeof value !== 'string' || value.length > maxPatternText) return not;
  // RE2 evaluates each instruction at most once per character.
  patience.steps -= (value.length + 1) * pattern.programSize();
  if (patience.steps < 0) return 'has, with the other values, too much text for its pattern: send less';
  return pattern.matches(value) ? null : not;
}

function oneOf(allowed: readonly unknown[]): string {
  const shown = JSON.stringify(allowed).slice(1, -1);
  return shown.length <= 200 ? `one of ${shown}` : 'one of the values';
}
