import type { Log } from '../../schema/kernel/ports/log.ts';

/** The log record of an answered request: nothing that was sent, and only the route of its address. */
export interface Answered {
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** The code of the problem, if the answer is one. */
  code?: string;
  elapsedMs: number;
}

export function logAnswer(log: Log, { elapsedMs, ...answered }: Answered): void {
  log.info({ event: 'request.answered', ...answered, elapsedMs: Math.round(elapsedMs * 10) / 10 });
}
