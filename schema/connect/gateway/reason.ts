import type { IncomingAnswer } from '../../kernel/ports/egress.ts';
import { AnswerFailure, dataOf, type Answered } from './answer.ts';
import { mediaWithin } from './media.ts';
import { present } from './present.ts';

/** The bounds of the returned explanation. */
const bounds = { rows: 50, bytes: 8_192 };
/** The bounds of the explanation that is searched for secrets. */
const looked = { rows: 50, bytes: 262_144 };
const maxLookedLength = 65_536;
const maxTextLength = 2_000;

/** A provider’s own explanation of its failure. */
export interface Reason {
  provider: unknown;
  /** Whether the explanation is incomplete. */
  isPart: boolean;
}

/**
 * Returns the explanation in a provider’s error answer, bounded and without secrets. Null if there is none,
 * or if it is unreadable or HTML.
 */
export function reasonIn(answer: IncomingAnswer, method: string, secrets: readonly string[]): Reason | null {
  if (/^\s*text\/html\b/i.test(answer.headers['content-type'] ?? '')) return null;
  try {
    return reasonOf(dataOf(answer, { method, isJson: true }), secrets);
  } catch (error) {
    if (error instanceof AnswerFailure) return null;
    throw error;
  }
}

/** Like `reasonIn`, for data. */
export function reasonOf(answered: Answered, secrets: readonly string[]): Reason | null {
  const { kind } = answered;
  if (kind === 'BINARY' || kind === 'NOTHING') return null;
  const { data } = mediaWithin(answered, 0, []);
  const first = present(shortened(data, maxLookedLength).data, looked, secrets);
  // Shortens after the search for secrets, which would not find half of one.
  const { data: short, isShortened } = shortened(first.data, maxTextLength);
  const presented = present(short, bounds, secrets);
  if (presented.data === null) return null;
  return { provider: presented.data, isPart: isShortened || first.cut !== null || presented.cut !== null };
}

function shortened(data: unknown, maxLength: number): { data: unknown; isShortened: boolean } {
  let isShortened = false;
  const short = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (value.length <= maxLength) return value;
      isShortened = true;
      return `${value.slice(0, maxLength).toWellFormed()}…`;
    }
    if (Array.isArray(value)) return value.map(short);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, short(member)]));
  };
  return { data: short(data), isShortened };
}
