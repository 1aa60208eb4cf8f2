import { refuse, type Refusal } from '../../values/errors.ts';

/** A vault gives nothing now. Nothing weaker stands in for it. */
export function unavailable(sentence: string, cause?: unknown): Refusal {
  return refuse('vault_unavailable', sentence, { cause, retryAfterSeconds: 5 });
}
