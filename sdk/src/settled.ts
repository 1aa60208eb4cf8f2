import type { Clock } from './clock.ts';
import { SallyportError } from './errors.ts';
import type { ToolCall } from './types.ts';

export interface Settling {
  signal?: AbortSignal;
  /** How long to wait in all; unless said until the call settles, which it does by its `expiresAt` at the latest. */
  timeoutMs?: number;
}

/** Looks as often as the server says, until nothing changes any more. Throws `not_settled`. */
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
        `The tool call ${id} is still ${status}. Ask for it again later.`,
      );
    // At least a second, whatever is answered, so that nobody is asked without end.
    await clock.wait(Math.min(Math.max(pollAfterSeconds, 1) * 1000, leftMs), signal);
  }
}
