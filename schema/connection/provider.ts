import type { Connection } from '../../db/models/connection.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import type { Provider } from '../gateway/provider.ts';

/** What is called through a connection, and as whom. */
export function providerOf({ id, baseUrl }: Connection, credential: InjectedCredential | null): Provider {
  return { key: id, base: new URL(baseUrl), credential };
}
