import { RE2JS } from 're2js';
import type { Capability } from '../../../db/models/capability.ts';
import type { ArgumentLimit } from '../../../db/models/mcp-grant.ts';
import { validationFailed, type Finding, type Refusal } from '../../values/errors.ts';
import { keysOf } from '../../values/pointer.ts';
import { maxLimitBytes, maxLimits, maxPatternSize } from './rules.ts';

/** A limit as callers write it: absent and null are the same. */
export interface GivenLimit {
  pointer: string;
  enum?: unknown[] | null | undefined;
  minimum?: number | null | undefined;
  maximum?: number | null | undefined;
  maxLength?: number | null | undefined;
  pattern?: string | null | undefined;
}

/** Returns the given limits. Throws `validation_failed` if one has no bound or names no argument. */
export function readLimits(
  { inputSchema }: Pick<Capability, 'inputSchema'>,
  given: readonly GivenLimit[],
): ArgumentLimit[] {
  if (given.length > maxLimits) throw tooMany(`must have at most ${maxLimits} limits`);
  if (Buffer.byteLength(JSON.stringify(given)) > maxLimitBytes)
    throw tooMany(`must take at most ${maxLimitBytes} bytes together: name fewer values`);
  const known = (inputSchema['properties'] ?? {}) as Record<string, unknown>;
  const findings: Finding[] = [];
  const limits = given.map((limit, at) => {
    const { pointer, ...bounds } = limit;
    const [first] = keysOf(pointer);
    const finding = (member: string, message: string) =>
      findings.push({ pointer: `/argumentLimits/${at}${member}`, code: 'invalid', message });
    const set = Object.entries(bounds).filter(([, bound]) => bound !== undefined && bound !== null);
    if (first === undefined || !Object.hasOwn(known, first))
      finding('/pointer', 'does not lead to an argument of the capability');
    if (set.length === 0)
      finding('', 'limits nothing: give it an enum, minimum, maximum, maxLength or pattern');
    // Compiling one invalid pattern is affordable; compiling twenty is not.
    const why = limit.pattern && findings.length === 0 ? whyNoPattern(limit.pattern) : null;
    if (why) finding('/pattern', why);
    return { pointer, ...Object.fromEntries(set) };
  });
  if (findings.length > 0) throw validationFailed(findings);
  return limits;
}

function whyNoPattern(pattern: string): string | null {
  try {
    return RE2JS.compile(pattern).programSize() > maxPatternSize
      ? 'takes too long to match: use less repetition, and bound the string with maxLength'
      : null;
  } catch {
    return 'is not a valid RE2 pattern';
  }
}

function tooMany(message: string): Refusal {
  return validationFailed([{ pointer: '/argumentLimits', code: 'too_many', message }]);
}
