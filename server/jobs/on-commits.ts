import type { ServerPorts } from '../ports.ts';

/** Commits within this time are handled together. */
const pauseMs = 100;

/**
 * Calls with the workspaces in which this or another instance committed, soon after the commit. Calls never
 * overlap. Disposing waits for the call in progress.
 */
export function onCommits(
  { feed }: Pick<ServerPorts, 'feed'>,
  call: (workspaceIds: readonly string[]) => Promise<void>,
): AsyncDisposable {
  const changed = new Set<string>();
  let running: Promise<void> | null = null;
  const stopping = new AbortController();

  const run = async (): Promise<void> => {
    while (changed.size > 0 && !stopping.signal.aborted) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      const workspaceIds = [...changed];
      changed.clear();
      await call(workspaceIds);
    }
  };

  const forget = feed.onCommit((workspaceId) => {
    changed.add(workspaceId);
    running ??= run().finally(() => (running = null));
  });
  return {
    async [Symbol.asyncDispose]() {
      forget();
      stopping.abort();
      await running;
    },
  };
}
