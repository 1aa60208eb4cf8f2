import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { createClient, type Client, type FormattedExecutionResult } from 'graphql-ws';
import { WebSocket } from 'ws';
import { afterEach } from 'vitest';
import type { TestApp } from './app.ts';

type Message = FormattedExecutionResult<Record<string, Record<string, unknown>>, unknown>;

/** The messages of one subscription, and its end. */
export interface Told {
  messages: Message[];
  /** Resolves once this many messages have arrived. */
  after(count: number): Promise<Told['messages']>;
  /** Resolves once an event of the type has arrived. */
  saw(type: string): Promise<void>;
  /** Resolves with the reason once it has ended: null for completed, or the close event or errors. */
  ended: Promise<unknown>;
  stop(): void;
}

export interface Watcher {
  client: Client;
  /** Resolves with code and reason of the next close. */
  closed: Promise<{ code: number; reason: string }>;
  follow: (query: string, variables?: Record<string, unknown>) => Told;
}

/** Opens sockets to a listening app with the client that ships with graphql-ws, without reconnects. */
export function liveTo({ app }: Pick<TestApp, 'app'>) {
  return liveAt(() => `http://localhost:${(app.server.address() as AddressInfo).port}`);
}

/** Opens sockets to the server at a URL. */
export function liveAt(url: () => string) {
  const clients: Client[] = [];
  afterEach(async () => {
    await Promise.all(clients.splice(0).map(async (client) => await client.dispose()));
  });

  /** Opens a person's socket, and waits for the acknowledgment. */
  const watch = async (somebody: { token: string }, workspaceId?: string): Promise<Watcher> => {
    const opened = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<{ code: number; reason: string }>();
    const client = createClient({
      url: `${url().replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      lazy: false,
      retryAttempts: 0,
      onNonLazyError: () => {},
      connectionParams: { authorization: `Bearer ${somebody.token}`, workspaceId },
    });
    clients.push(client);
    client.on('connected', () => opened.resolve());
    client.on('closed', (event) => {
      closed.resolve(event as never);
      opened.reject(new Error(`The socket closed: ${(event as { reason: string }).reason}`));
    });
    closed.promise.catch(() => {});
    await opened.promise;
    return { client, closed: closed.promise, follow: (...asked) => follow(client, ...asked) };
  };
  return { watch };
}

function follow(client: Client, query: string, variables: Record<string, unknown> = {}): Told {
  const messages: Told['messages'] = [];
  const waiting: (() => void)[] = [];
  const ended = Promise.withResolvers<unknown>();
  const stop = client.subscribe<Record<string, Record<string, unknown>>>(
    { query, variables },
    {
      next: (message) => {
        messages.push(message);
        for (const look of waiting.splice(0)) look();
      },
      error: (error) => ended.resolve(error),
      complete: () => ended.resolve(null),
    },
  );
  const tooEarly = ended.promise.then((why) => {
    const heard = messages.map(({ data }) => Object.values(data ?? {})[0]?.['type']);
    throw new Error(`It ended after ${JSON.stringify(heard)}, with ${inspect(why)}.`);
  });
  tooEarly.catch(() => {});
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo())
      await Promise.race([new Promise<void>((resolve) => void waiting.push(resolve)), tooEarly]);
  };
  return {
    messages,
    ended: ended.promise,
    stop,
    async after(count) {
      await until(() => messages.length >= count);
      return messages;
    },
    saw: async (type) =>
      await until(() => messages.some(({ data }) => Object.values(data ?? {})[0]?.['type'] === type)),
  };
}
