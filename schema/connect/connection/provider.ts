import type { Provider } from '../gateway/provider.ts';
import type { Opened } from './credential.ts';

/** Returns the provider to call through a connection. */
export function providerOf({ connection: { id, baseUrl }, credential, schemes }: Opened): Provider {
  return { key: id, base: new URL(baseUrl), credential, schemes };
}
