import { EgressFailure, type IncomingAnswer } from '../../kernel/ports/egress.ts';
import { RemoteToolsFailure, type ToolAnswer } from '../../kernel/ports/remote-tools.ts';
import { retryAfterSecondsIn } from './retry-after.ts';

/** How long a call may take with all that is tried again. */
export interface Patience {
  /** What is left of its time. */
  leftMs(): number;
  wait(ms: number): Promise<void>;
  now(): Date;
}

const waitsMs = [200, 600];
/** A provider that asks for longer has no answer in time. */
const maxRetryAfterMs = 2_000;
/** In less there is no answer to be had. */
const leastMs = 500;
const passing = new Set([502, 503, 504]);

/**
 * What an attempt comes to, within the time that it is given; one that is safe (RFC 9110 §9.2.1) is made twice more where
 * nobody answers, or who cannot for the moment, or asks for two seconds at most. What else goes wrong is thrown as it is.
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
