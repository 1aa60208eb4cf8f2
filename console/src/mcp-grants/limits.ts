import { textOf } from '../parts/form.tsx';
import type { ArgumentLimitInput, McpGrantQuery } from './documents.generated.ts';

export type GrantData = NonNullable<McpGrantQuery['mcpGrant']>;
export type Limit = GrantData['argumentLimits'][number];

/** The rules that a limit can have, in the words of people. */
export const rules = [
  ['enum', 'is one of'],
  ['minimum', 'is at least'],
  ['maximum', 'is at most'],
  ['maxLength', 'is no longer than'],
  ['pattern', 'matches the pattern'],
] as const;

export type Rule = (typeof rules)[number][0];

/** One rule for one argument. All rules of a grant apply, so a limit with two bounds is two of them. */
export interface Bound {
  key: number;
  pointer: string;
  rule: Rule;
  value: string;
}

export function boundsOf(limits: readonly Limit[]): Bound[] {
  return limits
    .flatMap((limit) =>
      rules.flatMap(([rule]) => {
        const value = limit[rule];
        return value === null ? [] : [{ pointer: limit.pointer, rule, value: textOfValue(value) }];
      }),
    )
    .map(({ pointer, rule, value }, key) => ({ key, pointer, rule, value }));
}

/** Returns the limits in a form with this many rows. */
export function limitsIn(form: FormData, count: number): ArgumentLimitInput[] {
  return Array.from({ length: count }, (_, at) => {
    const pointer = textOf(form, `argumentLimits/${at}/pointer`) ?? '';
    const rule = textOf(form, `argumentLimits/${at}/rule`) as Rule;
    const value = textOf(form, `argumentLimits/${at}`) ?? '';
    if (rule === 'enum') return { pointer, enum: value.split(',').map(valueOf) };
    return { pointer, [rule]: rule === 'pattern' ? value : Number(value) };
  });
}

/** Returns the top-level arguments of a tool as pointers (RFC 6901). */
export function pointersIn(inputSchema: unknown): string[] {
  const { properties = {} } = (inputSchema ?? {}) as { properties?: Record<string, unknown> };
  return Object.keys(properties).map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

function textOfValue(value: unknown): string {
  return Array.isArray(value) ? value.map(wordOf).join(', ') : String(value);
}

// Text that looks like a number is written in quotes.
function wordOf(value: unknown): string {
  return typeof value === 'string' && valueOf(value) === value ? value : JSON.stringify(value);
}

function valueOf(text: string): unknown {
  const word = text.trim();
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}
