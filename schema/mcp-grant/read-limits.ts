import { RE2JS } from 're2js';
import type { Capability } from '../../db/models/capability.ts';
import type { ArgumentLimit } from '../../db/models/mcp-grant.ts';
import { validationFailed, type Finding } from '../errors.ts';
import { keysOf } from '../pointer.ts';
import { maxLimits } from './rules.ts';

/** A limit as callers write it: absent and null are the same. */
export interface GivenLimit {
  pointer: string;
  enum?: unknown[] | null | undefined;
  minimum?: number | null | undefined;
  maximum?: number | null | undefined;
  maxLength?: number | null | undefined;
  pattern?: string | null | undefined;
}

/** The limits that were given. Throws `validation_failed` where one would limit nothing, or is of no argument. */
export function readLimits(
  { inputSchema }: Pick<Capability, 'inputSchema'>,
  given: readonly GivenLimit[],
): ArgumentLimit[] {
  if (given.length > maxLimits)
    throw validationFailed([
      { pointer: '/argumentLimits', code: 'too_many', message: `must have at most ${maxLimits} limits` },
    ]);
  const known = (inputSchema['properties'] ?? {}) as Record<string, unknown>;
  const findings: Finding[] = [];
  const limits = given.map((limit, at) => {
    const { pointer, ...bounds } = limit;
    const [first] = keysOf(pointer);
    const finding = (member: string, message: string) =>
      findings.push({ pointer: `/argumentLimits/${at}${member}`, code: 'invalid', message });
    const set = Object.entries(bounds).filter(([, bound]) => bound !== undefined && bound !== null);
    if (first === undefined || !Object.hasOwn(known, first))
      finding('/pointer', 'leads to no argument of the capability');
    if (set.length === 0)
      finding('', 'limits nothing: give it an enum, minimum, maximum, maxLength or pattern');
    if (limit.pattern && !isPattern(limit.pattern)) finding('/pattern', 'is no pattern that RE2 takes');
    return { pointer, ...Object.fromEntries(set) };
  });
  if (findings.length > 0) throw validationFailed(findings);
  return limits;
}

function isPattern(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}
