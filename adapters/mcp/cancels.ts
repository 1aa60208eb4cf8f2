/** Requests of sessions that this process answers just now, so that their clients can cancel them. */
export interface Cancels {
  /** Ends once the client of the session cancels the request, until it is answered. */
  during(session: string, id: string | number): { signal: AbortSignal; answered: () => void };
  /** Whoever has answered it by then, or another process, is not told. MCP 2025-11-25, cancellation. */
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
