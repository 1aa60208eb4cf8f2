import type { Environment } from '../../../db/models/api-key.ts';
import type { DisabledReason } from '../../../db/models/webhook-endpoint.ts';
import type { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { hourMs } from '../../values/time.ts';

/**
 * How the receiver of an endpoint is, by the attempts it was sent: a pure function of what is known and of one more
 * attempt. A circuit opens where most attempts fail, and lets single ones through then; who fails for too long
 * is warned, and in the end disabled.
 */
export type Health = Pick<
  WebhookQueue,
  | 'failingSince'
  | 'lastSuccessAt'
  | 'lastFailureAt'
  | 'failuresInRow'
  | 'windowBeganAt'
  | 'windowAttempts'
  | 'windowFailures'
  | 'circuitOpenedAt'
  | 'probeAt'
  | 'goodProbes'
  | 'warnings'
  | 'verdict'
>;

/** What one attempt says of it. */
export interface Sign {
  isSuccess: boolean;
  /** Where the receiver wants nothing more, ever. */
  wish?: DisabledReason | null;
  /** When it was begun, which may be long before another one that ended earlier. */
  begunAt: Date;
}

/** In a row, or in a window most of at least so many: then the circuit opens. */
export const maxFailuresInRow = 10;
const windowMs = 5 * 60_000;
const minWindowAttempts = 10;
const maxFailureShare = 0.7;
/** An open circuit lets one attempt through as often as this, and the next at once after one that succeeds. */
export const probeSeconds = 30;
/** Probes that succeed one after the other: then it closes. */
const probesToClose = 5;

/** When its owners are warned, since it fails and nothing succeeds, and when it is disabled. */
// oxfmt-ignore
const warnAfterMs: Record<Environment, readonly number[]> = {
  SANDBOX: [12 * hourMs],
  LIVE:    [24 * hourMs, 72 * hourMs],
};
// oxfmt-ignore
export const disableAfterMs: Record<Environment, number> = {
  SANDBOX: 24 * hourMs,
  LIVE:    5 * 24 * hourMs,
};
/** Longer than between two tries of one delivery: who was sent nothing for so long has not failed all the time. */
// oxfmt-ignore
const silenceMs: Record<Environment, number> = {
  SANDBOX: 12 * hourMs,
  LIVE:    36 * hourMs,
};

/** One that nothing was sent to. */
export const unknownHealth: Health = {
  failingSince: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  failuresInRow: 0,
  windowBeganAt: null,
  windowAttempts: 0,
  windowFailures: 0,
  circuitOpenedAt: null,
  probeAt: null,
  goodProbes: 0,
  warnings: 0,
  verdict: null,
};

export function healthAfter(before: Health, sign: Sign, environment: Environment, now: Date): Health {
  const counted = inWindow(before, sign, now);
  const known = sign.isSuccess ? succeeded(counted, now) : failed(counted, environment, now);
  return withCircuit({ ...known, verdict: wished(before) ?? sign.wish ?? known.verdict }, sign, now);
}

// What the receiver has asked for stands, whatever comes after.
function wished({ verdict }: Health): DisabledReason | null {
  return verdict === 'FAILURES' ? null : verdict;
}

function inWindow(before: Health, { isSuccess }: Sign, now: Date): Health {
  const isOver = before.windowBeganAt === null || now.getTime() - before.windowBeganAt.getTime() >= windowMs;
  const { windowBeganAt, windowAttempts, windowFailures } = isOver
    ? { windowBeganAt: now, windowAttempts: 0, windowFailures: 0 }
    : before;
  return {
    ...before,
    windowBeganAt,
    windowAttempts: windowAttempts + 1,
    windowFailures: windowFailures + (isSuccess ? 0 : 1),
  };
}

function succeeded(before: Health, now: Date): Health {
  return { ...before, failingSince: null, warnings: 0, failuresInRow: 0, lastSuccessAt: now, verdict: null };
}

// Judged by failures alone: who is sent nothing neither fails nor recovers. Nobody is disabled who was not warned by then.
function failed(before: Health, environment: Environment, now: Date): Health {
  const isNew = before.lastFailureAt === null || msFrom(before.lastFailureAt, now) > silenceMs[environment];
  const known = isNew ? { ...before, failingSince: null, warnings: 0 } : before;
  const failingSince = known.failingSince ?? now;
  const failingMs = msFrom(failingSince, now);
  const all = warnAfterMs[environment];
  const isOver = failingMs >= disableAfterMs[environment] && known.warnings === all.length;
  return {
    ...known,
    failingSince,
    lastFailureAt: now,
    failuresInRow: before.failuresInRow + 1,
    warnings: all.filter((after) => failingMs >= after).length,
    verdict: isOver ? 'FAILURES' : null,
  };
}

function msFrom(earlier: Date, later: Date): number {
  return later.getTime() - earlier.getTime();
}

// What was on its way when the circuit opened says nothing of how the receiver is since.
function withCircuit(known: Health, { isSuccess, begunAt }: Sign, now: Date): Health {
  const { circuitOpenedAt } = known;
  if (circuitOpenedAt === null) return !isSuccess && isTooIll(known) ? { ...known, ...opened(now) } : known;
  if (begunAt < circuitOpenedAt) return known;
  const goodProbes = isSuccess ? known.goodProbes + 1 : 0;
  if (goodProbes >= probesToClose) return { ...known, ...closed };
  return { ...known, goodProbes, probeAt: isSuccess ? now : afterProbe(now) };
}

function isTooIll({ failuresInRow, windowAttempts, windowFailures }: Health): boolean {
  if (failuresInRow >= maxFailuresInRow) return true;
  return windowAttempts >= minWindowAttempts && windowFailures >= windowAttempts * maxFailureShare;
}

function opened(now: Date) {
  return { circuitOpenedAt: now, probeAt: afterProbe(now), goodProbes: 0 };
}

const closed = {
  circuitOpenedAt: null,
  probeAt: null,
  failuresInRow: 0,
  windowBeganAt: null,
  windowAttempts: 0,
  windowFailures: 0,
};

function afterProbe(now: Date): Date {
  return new Date(now.getTime() + probeSeconds * 1000);
}
