import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { EgressFailure } from '../../schema/kernel/ports/egress.ts';
import { assertPublic, destinationOf, type Frontier } from './destination.ts';

/** Asks the domain name system for the addresses of a host. */
export interface NameServer {
  resolve4(host: string): Promise<string[]>;
  resolve6(host: string): Promise<string[]>;
}

const connectMs = 5_000;

/**
 * Opens connections for requests that go out. Whatever a name resolves to is judged here, and the connection goes to one
 * of the judged addresses: a name that answers otherwise the next moment gains nothing. One address that is not public
 * is enough to be refused.
 */
export function connectorWithin(frontier: Frontier, names: NameServer): buildConnector.connector {
  const open = buildConnector({ timeout: connectMs, lookup: lookupWithin(frontier, names) });
  const openAllowed = buildConnector({ timeout: connectMs });
  return (options, callback) => {
    try {
      const { host, isAllowed } = destinationOf(new URL(`${options.protocol}//${options.host}`), frontier);
      if (isAllowed) return openAllowed(options, callback);
      // What is an address already is never looked up, so nothing else would judge it.
      if (isIP(host) !== 0) assertPublic(frontier, host, [host]);
      return open(options, callback);
    } catch (error) {
      return callback(error as Error, null);
    }
  };
}

/** What `node:net` looks names up by. */
function lookupWithin(frontier: Frontier, names: NameServer): LookupFunction {
  const resolve = callbackify(async (host: string) => await judgedAddressesOf(frontier, names, host));
  return (host, { all }, callback) => {
    resolve(host, (error, addresses) => {
      if (error) return callback(error, '');
      const judged = addresses.map((address) => ({ address, family: isIP(address) }));
      const [first = { address: '', family: 0 }] = judged;
      return all ? callback(null, judged) : callback(null, first.address, first.family);
    });
  };
}

// Not by the resolver of the operating system, whose few threads a slow name server could hold, and which knows names of
// this network: such hosts are the operator's to allow, and are looked up by it.
async function judgedAddressesOf(frontier: Frontier, names: NameServer, host: string): Promise<string[]> {
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
