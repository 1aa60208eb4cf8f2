import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { settingsFile, variables } from './env.ts';

/** A name that looks as if it were to set something, and sets nothing. */
export interface Stranger {
  name: string;
  /** The setting it comes closest to, where it is close to one. */
  nearest: string | null;
}

// What may well stand in the file for others: Node itself, the tests.
const ofOthers = /^(NODE_|TEST_|SALLYPORT_TEST_|SALLYPORT_ENV_FILE$|TZ$)/;

/**
 * The names in the settings file that are no settings. The environment is everybody's, so there only those that are one
 * slip of the keyboard away from a setting.
 */
export function strangersIn(source: NodeJS.ProcessEnv): Stranger[] {
  const file = settingsFile(source);
  const inFile = existsSync(file) ? Object.keys(parseEnv(readFileSync(file, 'utf8'))) : [];
  const around = Object.keys(source).filter((name) => nearestTo(name, 1) !== null);
  return [...new Set([...inFile, ...around])]
    .filter(isStrange)
    .map((name) => ({ name, nearest: nearestTo(name, Math.ceil(name.length / 4)) }));
}

function isStrange(name: string): boolean {
  return !Object.hasOwn(variables, name) && !ofOthers.test(name);
}

function nearestTo(name: string, slips: number): string | null {
  const [nearest] = Object.keys(variables)
    .filter((setting) => Math.abs(setting.length - name.length) <= slips)
    .map((setting) => ({ setting, by: distance(name, setting) }))
    .toSorted((one, other) => one.by - other.by);
  return nearest && nearest.by <= slips ? nearest.setting : null;
}

/** How many characters have to be changed, added, left out, or swapped with the next one; their case does not count. */
function distance(one: string, other: string): number {
  const [a, b] = [one.toUpperCase(), other.toUpperCase()];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  const at = (i: number, j: number) => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (isSame ? 0 : 1),
          isSwapped ? at(i - 2, j - 2) + 1 : Infinity,
        ),
      );
    }
  }
  return at(a.length, b.length);
}
