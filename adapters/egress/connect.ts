import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { EgressFailure } from '../../schema/kernel/ports/egress.ts';
import { assertPublic, destinationOf, type Frontier } from './destination.ts';

/** Resolves the addresses of a host over DNS. */
export interface NameServer {
  resolve4(host: string): Promise<string[]>;
  resolve6(host: string): Promise<string[]>;
}

const connectMs = 5_000;

/**
 * Returns a connector for outgoing requests. It checks every address that a name resolves to, and connects
 * only to checked addresses, so DNS rebinding gains nothing. One address that is not public is enough to
 * refuse the host.
 */
export function connectorWithin(frontier: Frontier, names: NameServer): buildConnector.connector {
  const open = buildConnector({ timeout: connectMs, lookup: lookupWithin(frontier, names) });
  const openAllowed = buildConnector({ timeout: connectMs });
  return (options, callback) => {
    try {
      const { host, isAllowed } = destinationOf(new URL(`${options.protocol}//${options.host}`), frontier);
      if (isAllowed) return openAllowed(options, callback);
      // An IP literal is never looked up, so no lookup would check it.
      if (isIP(host) !== 0) assertPublic(frontier, host, [host]);
      return open(options, callback);
    } catch (error) {
      return callback(error as Error, null);
    }
  };
}

/** Returns the `lookup` function for `node:net`. */
function lookupWithin(frontier: Frontier, names: NameServer): LookupFunction {
  const resolve = callbackify(async (host: string) => await checkedAddressesOf(frontier, names, host));
  return (host, { all }, callback) => {
    resolve(host, (error, addresses) => {
      if (error) return callback(error, '');
      const judged = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first = { address: '', family: 0 }] = judged;
      return all ? callback(null, judged) : callback(null, first.address, first.family);
    });
  };
}

// The operating system's resolver has few threads, which a slow name server could occupy, and knows names of
// this network. Only hosts that the operator allows use that resolver.
async function checkedAddressesOf(frontier: Frontier, names: NameServer, host: string): Promise<string[]> {
  const found = await Promise.allSettled([names.resolve4(host), names.resolve6(host)]);
  const addresses = found.flatMap((it) => (it.status === 'fulfilled' ? it.value : []));
  const reason = found.find((it) => it.status === 'rejected')?.reason;
  if (addresses.length === 0)
    throw new EgressFailure('unreachable', `The host ${host} does not exist.`, {
      cause: reason,
      isUnsent: true,
    });
  assertPublic(frontier, host, addresses);
  return addresses;
}
