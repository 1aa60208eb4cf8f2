import { createClient } from 'graphql-ws';

interface Credential {
  as: string;
  workspace: string;
}

export interface Watch extends AsyncDisposable {
  /** Returns the data of the next message. Throws if the subscription is refused or ends. */
  next(): Promise<unknown>;
}

/** Subscribes over a websocket with the client that ships with graphql-ws. */
export function watch(
  baseUrl: string,
  { as, workspace: workspaceId }: Credential,
  query: string,
  variables: Record<string, unknown>,
): Watch {
  const client = createClient({
    url: `${baseUrl.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { authorization: `Bearer ${as}`, workspaceId },
  });
  const messages = client.iterate({ query, variables });
  return {
    async next() {
      const { value, done } = await messages.next();
      if (done) throw new Error('The subscription ended.');
      if (value.errors) throw new Error(`The subscription was refused: ${value.errors[0]?.message}`);
      return value.data;
    },
    [Symbol.asyncDispose]: async () => await client.dispose(),
  };
}
