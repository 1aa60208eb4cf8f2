import type { WhyNot } from './why-not.ts';

/** Returns the fields that say whether the reader may call an operation, and why not. */
export function marked(reason: WhyNot | null, suffix: '' | '-live' = ''): Record<string, unknown> {
  return { [`x-callable${suffix}`]: reason === null, ...(reason && { [`x-why-not${suffix}`]: reason }) };
}
