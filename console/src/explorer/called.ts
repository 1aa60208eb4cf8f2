import { Refusal } from '../parts/refusal.ts';
import type { CallExplorerMutation } from './documents.generated.ts';

export type Called = NonNullable<CallExplorerMutation['callExplorer']>;

/** Returns the headers of an answer. */
export function headersOf({ answer }: Called): Record<string, string> {
  return (answer?.headers ?? {}) as Record<string, string>;
}

/** Returns the JSON of an answer’s body; undefined if it is none. */
export function jsonIn({ answer }: Called): unknown {
  try {
    return JSON.parse(answer?.body ?? '');
  } catch {
    return undefined;
  }
}

/** Returns what the server answered instead of the product; null if the product answered. */
export function refusalIn(called: Called): Refusal | null {
  const { answer, testReceipt } = called;
  const isProblem = headersOf(called)['content-type'] === 'application/problem+json';
  if (testReceipt || !isProblem || (answer?.status ?? 0) < 400) return null;
  return new Refusal(jsonIn(called) ?? {});
}
