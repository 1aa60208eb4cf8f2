import type { Clock } from './clock.ts';
import { SallyportError } from './errors.ts';
import type { ToolCall } from './types.ts';

export interface Settling {
  signal?: AbortSignal;
  /** The total time limit; by default none. */
  timeoutMs?: number;
}

/** Polls at the server's interval until the last change. Throws `not_settled`. */
export async function settledBy(
  clock: Clock,
  look: () => Promise<ToolCall>,
  { signal, timeoutMs = Infinity }: Settling,
): Promise<ToolCall> {
  const deadline = clock.now() + timeoutMs;
  for (;;) {
    const toolCall = await look();
    const { id, status, pollAfterSeconds } = toolCall;
    if (pollAfterSeconds === null) return toolCall;
    const leftMs = deadline - clock.now();
    if (leftMs <= 0)
      throw new SallyportError(
        'not_settled',
        `The tool call ${id} is still ${status}. Query it again later.`,
      );
    // At least a second, whatever the server answers, so that the client never polls without a pause.
    await clock.wait(Math.min(Math.max(pollAfterSeconds, 1) * 1000, leftMs), signal);
  }
}
