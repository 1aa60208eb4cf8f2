import type { z } from 'zod';
import type { Finding } from '../../values/errors.ts';
import { pointerOf } from '../../values/pointer.ts';
import { secretIn } from '../../values/secret-values.ts';
import { storable } from '../../values/storable.ts';

/** The maximum number of parts of a secret. */
export const maxParts = 10;
const maxNameLength = 200;

/** A user name and a password, together one part. */
export interface Pair {
  username: string;
  password: string;
}

/** The named parts of an opened secret. */
export type Parts = Readonly<Record<string, string | Pair>>;

interface Shapes {
  text: z.ZodType<string>;
  pair: z.ZodType<Pair>;
}

/** Returns the parts, or the findings about them. Findings contain only checked names, never values. */
export function partsIn(
  given: unknown,
  pointer: string,
  { text, pair }: Shapes,
): { parts: Parts } | { findings: Finding[] } {
  const wrong = (message: string) => ({ findings: [{ pointer, code: 'invalid', message }] });
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return wrong('must be an object of named parts');
  const entries = Object.entries(given);
  if (entries.length === 0 || entries.length > maxParts) return wrong(`must have 1 to ${maxParts} parts`);
  if (!entries.every(([name]) => isPartName(name)))
    return wrong('must have names like the description’s security schemes');
  const found = entries.flatMap(([name, value]): Finding[] => {
    const { success, error } = (typeof value === 'string' ? text : pair).safeParse(value);
    if (success) return [];
    const message =
      typeof value === 'string'
        ? (error.issues[0]?.message ?? '')
        : 'must be a string, or {username, password}';
    return [{ pointer: pointer + pointerOf([name]), code: 'invalid', message }];
  });
  return found.length > 0 ? { findings: found } : { parts: given as Parts };
}

// Answers contain part names, so a name must not look like a secret.
function isPartName(name: string): boolean {
  const isUsable = name !== '' && name !== '__proto__' && name.length <= maxNameLength && storable(name);
  return isUsable && !/\p{Cc}/u.test(name) && secretIn(name) === null;
}
