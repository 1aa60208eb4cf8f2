import type { Environment } from '../../../db/models/api-key.ts';
import type { DisabledReason } from '../../../db/models/webhook-endpoint.ts';
import type { WebhookQueue } from '../../../db/models/webhook-queue.ts';
import { hourMs } from '../../values/time.ts';

/**
 * The health of an endpoint's receiver: a pure function of the previous health and one more attempt. A
 * circuit opens if most attempts fail, and then admits single probes. A receiver that fails for too long
 * causes a warning, and finally disables the endpoint.
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

/** The result of one attempt. */
export interface Sign {
  isSuccess: boolean;
  /** Set if the receiver asked to stop deliveries. */
  wish?: DisabledReason | null;
  /** The start of the attempt; a later one may have ended earlier. */
  begunAt: Date;
}

/**
 * The circuit opens after this many failures in a row, or if this share of a window with enough attempts
 * fails.
 */
export const maxFailuresInRow = 10;
const windowMs = 5 * 60_000;
const minWindowAttempts = 10;
const maxFailureShare = 0.7;
/**
 * The seconds between probes of an open circuit; after a successful probe, the next one follows immediately.
 */
export const probeSeconds = 30;
/** The successful probes in a row that close the circuit. */
const probesToClose = 5;

/**
 * The times without a success after which the endpoint's editors are warned, and after which the endpoint is
 * disabled.
 */
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
/**
 * Longer than the longest wait between two tries. A receiver without an attempt for so long has not failed
 * continuously.
 */
// oxfmt-ignore
const silenceMs: Record<Environment, number> = {
  SANDBOX: 12 * hourMs,
  LIVE:    36 * hourMs,
};

/** The health before the first attempt. */
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

// A request of the receiver stays in force, whatever follows.
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

// Only failed attempts count as time of failing. The endpoint is disabled only after all warnings.
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

// An attempt from before the opening says nothing about the receiver since.
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
