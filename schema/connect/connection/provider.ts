import type { Provider } from '../gateway/provider.ts';
import type { Opened } from './credential.ts';

/** What is called through a connection, and as whom. */
export function providerOf({ connection: { id, baseUrl }, credential, schemes }: Opened): Provider {
  return { key: id, base: new URL(baseUrl), credential, schemes };
}
