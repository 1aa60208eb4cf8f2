import { SallyportError } from './errors.ts';
import type { Way } from './options.ts';

const firstPauseMs = 250;
/** The longest automatic pause; if the server asks for a longer one, the caller decides. */
const maxPauseMs = 30_000;

/** Repeats an attempt until it succeeds, fails permanently, or has used all retries. */
export async function withRetries<T>(
  { retries, clock }: Way,
  attempt: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = tried < retries ? pauseAfter(error, tried) : null;
      if (pauseMs === null) throw error;
      await clock.wait(pauseMs, signal);
    }
  }
}

// Doubles each time, with jitter so that clients rejected together do not retry together.
function pauseAfter(error: unknown, tried: number): number | null {
  if (!(error instanceof SallyportError) || !mayPass(error)) return null;
  const ownMs = firstPauseMs * 2 ** tried * (0.5 + Math.random() / 2);
  const pauseMs = ownMs + (error.retryAfterSeconds ?? 0) * 1000;
  return pauseMs <= maxPauseMs ? pauseMs : null;
}

function mayPass({ code, status, mayHaveTakenEffect }: SallyportError): boolean {
  if (code === 'network_failure') return true;
  return (status === 429 || status === 503) && mayHaveTakenEffect !== true;
}
