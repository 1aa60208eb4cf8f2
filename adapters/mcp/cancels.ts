/** The requests with sessions that this process is answering, so that their clients can cancel them. */
export interface Cancels {
  /** Returns a signal that aborts if the session's client cancels the request before it is answered. */
  during(session: string, id: string | number): { signal: AbortSignal; answered: () => void };
  /** Cancels a request unless it is answered or in another process. MCP 2025-11-25, cancellation. */
  cancel(session: string, id: unknown): void;
}

export function createCancels(): Cancels {
  const underWay = new Map<string, AbortController>();
  return {
    during(session, id) {
      const [key, cancelled] = [keyOf(session, id), new AbortController()];
      underWay.set(key, cancelled);
      const answered = () => void (underWay.get(key) === cancelled && underWay.delete(key));
      return { signal: cancelled.signal, answered };
    },
    cancel: (session, id) => underWay.get(keyOf(session, id))?.abort(),
  };
}

function keyOf(session: string, id: unknown): string {
  return JSON.stringify([session, id]);
}
