import { EgressFailure } from '../../schema/kernel/ports/egress.ts';
import { isPublicAddress } from './addresses.ts';

/** Where requests may go. */
export interface Frontier {
  /** Hosts that the operator lets be called though they are not public: `host` with any port, or `host:port`. */
  allowedHosts: ReadonlySet<string>;
  ports: ReadonlySet<number>;
  isPublic: (address: string) => boolean;
}

/** Of nothing but the public internet, where TLS usually is. */
export const publicFrontier: Frontier = {
  allowedHosts: new Set(),
  ports: new Set([443, 8443]),
  isPublic: isPublicAddress,
};

export interface Destination {
  /** Without the brackets of an IPv6 address. */
  host: string;
  /** Whether the operator vouches for it, so that its addresses are not looked at. */
  isAllowed: boolean;
}

/**
 * What a URL leads to. Throws `destination_not_allowed` for what no address has to be looked at: anything but https on
 * its usual ports, unless the operator has listed the host.
 */
export function destinationOf(url: URL, { allowedHosts, ports }: Frontier): Destination {
  const { protocol, hostname, port: written, username, password } = url;
  if (protocol !== 'https:' && protocol !== 'http:')
    throw notAllowed(`The URL must begin with https://, not ${protocol}//.`);
  if (username || password) throw notAllowed('The URL must not contain a user name or a password.');
  const port = written ? Number(written) : protocol === 'https:' ? 443 : 80;
  const isAllowed = allowedHosts.has(hostname) || allowedHosts.has(`${hostname}:${port}`);
  if (!isAllowed && protocol !== 'https:')
    throw notAllowed('The URL must begin with https://, since it receives secrets.');
  if (!isAllowed && !ports.has(port))
    throw notAllowed(`The URL must use port ${[...ports].join(' or ')}, not ${port}.`);
  return { host: hostname.replaceAll(/^\[|\]$/g, ''), isAllowed };
}

/** Throws unless every one of a host's addresses is public. */
export function assertPublic({ isPublic }: Frontier, host: string, addresses: readonly string[]): void {
  if (addresses.every(isPublic)) return;
  throw notAllowed(`The host ${host} is not on the public internet.`);
}

function notAllowed(sentence: string): EgressFailure {
  return new EgressFailure(
    'destination_not_allowed',
    `${sentence} The operator of Sallyport can allow single hosts with EGRESS_ALLOWED_HOSTS.`,
  );
}
