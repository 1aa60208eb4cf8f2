import { computed, signal } from '@preact/signals';
import { createClient, type SubscribePayload } from 'graphql-ws';
import type { SubscriptionForwarder } from '@urql/core';
import { Refusal } from '../parts/refusal.ts';
import { dropToken, freshToken, isOver, session } from '../session/session.ts';

/** The close codes after which connecting again does not help: the session is over, or the server or client failed. */
const final = new Set([4005, 4401, 4500]);
const longestWaitMs = 15_000;

type Line = { is: 'idle' } | { is: 'live' } | { is: 'connecting'; since: number } | { is: 'ended' };

const state = signal<Line>({ is: 'idle' });
/** The state of the socket of the workspace on screen. */
export const line = computed(() => state.value);

/** Creates a socket that connects with the first subscription, and again as often as it breaks. */
export function createSocket(workspaceId: string | null) {
  const socket = createClient({
    url: () => `${location.origin.replace(/^http/, 'ws')}/graphql`,
    connectionParams: async () => ({
      authorization: `Bearer ${await tokenInTime()}`,
      ...(workspaceId && { workspaceId }),
    }),
    retryAttempts: Infinity,
    retryWait: waitBefore,
    shouldRetry: (reason) => !(reason instanceof CloseEvent && final.has(reason.code)),
    on: {
      connecting: () => connecting(),
      connected: () => (state.value = { is: 'live' }),
      closed: (event) => (event instanceof CloseEvent && final.has(event.code) ? ended() : connecting()),
    },
  });

  const forward: SubscriptionForwarder = ({ variables, documentId }) => ({
    subscribe(sink) {
      // The client sends this object again when it reconnects, so it goes on after the last message.
      const payload: SubscribePayload = {
        query: '',
        variables: { ...(variables as object) },
        extensions: { documentId },
      };
      const unsubscribe = socket.subscribe(payload, {
        ...sink,
        next: (result) => {
          const [message] = Object.values((result.data ?? {}) as Record<string, { cursor?: string } | null>);
          if (message?.cursor) Object.assign(payload.variables as object, { after: message.cursor });
          sink.next(result as never);
        },
      });
      return { unsubscribe };
    },
  });

  return { forward, end: () => void socket.dispose() };
}

/** Waits while the server does not answer: a failure here would end the socket. Throws if the session is over. */
async function tokenInTime(): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      return await freshToken();
    } catch (error) {
      if (!(error instanceof Refusal) || isOver.value || session.value.is !== 'in') throw error;
      await waitBefore(tries);
    }
  }
}

function ended(): void {
  state.value = { is: 'ended' };
  // Asks for the password if the session is over. A new session begins the subscriptions again.
  dropToken();
  freshToken().catch(() => {});
}

function connecting(): void {
  const { value } = state;
  state.value = { is: 'connecting', since: value.is === 'connecting' ? value.since : Date.now() };
}

/** Doubles to 15 s, with jitter; ends when the browser is online or the page is visible again. */
async function waitBefore(tries: number): Promise<void> {
  const longest = Math.min(longestWaitMs, 250 * 2 ** tries);
  const wait = longest / 2 + (Math.random() * longest) / 2;
  await new Promise<void>((resolve) => {
    const end = new AbortController();
    const go = () => {
      end.abort();
      resolve();
    };
    setTimeout(go, wait);
    addEventListener('online', go, { signal: end.signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && go(), {
      signal: end.signal,
    });
  });
}
