import { EgressFailure, type IncomingAnswer } from '../../kernel/ports/egress.ts';
import { RemoteToolsFailure, type ToolAnswer } from '../../kernel/ports/remote-tools.ts';
import { retryAfterSecondsIn } from './retry-after.ts';

/** The time limit of a call with its retries. */
export interface Patience {
  /** The remaining time. */
  leftMs(): number;
  wait(ms: number): Promise<void>;
  now(): Date;
}

const waitsMs = [200, 600];
/** A longer wait would not end within the time of a call. */
const maxRetryAfterMs = 2_000;
/** The minimum time for an attempt. */
const leastMs = 500;
const passing = new Set([502, 503, 504]);

/**
 * Runs an attempt within the time limit, and retries a safe one (RFC 9110 §9.2.1) up to twice. Retries follow
 * an unreachable or temporarily unavailable provider, or a Retry-After of two seconds at most.
 */
export async function withRetries<Answer extends IncomingAnswer | ToolAnswer>(
  attempt: (timeoutMs: number) => Promise<Answer>,
  patience: Patience,
  isSafe: boolean,
): Promise<Answer> {
  for (const usualMs of isSafe ? waitsMs : []) {
    const outcome = await outcomeOf(attempt(patience.leftMs()));
    const waitMs = waitAfter(outcome, usualMs, patience.now());
    if (waitMs === null || patience.leftMs() < waitMs + leastMs) return settled(outcome);
    await patience.wait(waitMs);
  }
  return await attempt(patience.leftMs());
}

type Outcome<Answer> = { answer: Answer } | { error: unknown };

async function outcomeOf<Answer>(work: Promise<Answer>): Promise<Outcome<Answer>> {
  return await work.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
}

function settled<Answer>(outcome: Outcome<Answer>): Answer {
  if ('answer' in outcome) return outcome.answer;
  throw outcome.error;
}

function waitAfter(outcome: Outcome<IncomingAnswer | ToolAnswer>, usualMs: number, now: Date): number | null {
  if ('error' in outcome) return isUnreachable(outcome.error) ? usualMs : null;
  const { answer } = outcome;
  if (!('status' in answer)) return null;
  const askedMs = (retryAfterSecondsIn(answer.headers, now) ?? Number.NaN) * 1000;
  if (askedMs > maxRetryAfterMs) return null;
  if (passing.has(answer.status)) return Math.max(usualMs, askedMs || 0);
  return answer.status === 429 && !Number.isNaN(askedMs) ? Math.max(usualMs, askedMs) : null;
}

function isUnreachable(error: unknown): boolean {
  return (
    (error instanceof EgressFailure || error instanceof RemoteToolsFailure) && error.code === 'unreachable'
  );
}
