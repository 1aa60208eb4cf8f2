import type { Log } from '../../schema/kernel/ports/log.ts';

/** What the log keeps of a request that was answered: nothing that was sent, and of its address the route alone. */
export interface Answered {
  requestId: string;
  method: string;
  path: string;
  status: number;
  /** Of the problem, where it is one. */
  code?: string;
  elapsedMs: number;
}

export function logAnswer(log: Log, { elapsedMs, ...answered }: Answered): void {
  log.info({ event: 'request.answered', ...answered, elapsedMs: Math.round(elapsedMs * 10) / 10 });
}
