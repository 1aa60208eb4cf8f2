import { refuse, type Refusal } from '../../values/errors.ts';

/** Returns the refusal `vault_unavailable`. The server never falls back to a weaker store. */
export function unavailable(sentence: string, cause?: unknown): Refusal {
  return refuse('vault_unavailable', sentence, { cause, retryAfterSeconds: 5 });
}
