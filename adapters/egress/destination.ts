import { EgressFailure } from '../../schema/kernel/ports/egress.ts';
import { isPublicAddress } from './addresses.ts';

/** The hosts and ports that requests may go to. */
export interface Frontier {
  /** Hosts that the operator allows although they are not public: `host` for any port, or `host:port`. */
  allowedHosts: ReadonlySet<string>;
  ports: ReadonlySet<number>;
  isPublic: (address: string) => boolean;
}

/** Admits only the public internet, at the usual ports of TLS. */
export const publicFrontier: Frontier = {
  allowedHosts: new Set(),
  ports: new Set([443, 8443]),
  isPublic: isPublicAddress,
};

export interface Destination {
  /** Without the brackets of an IPv6 address. */
  host: string;
  /** Whether the operator allows the host, so that its addresses are not checked. */
  isAllowed: boolean;
}

/**
 * Returns the destination of a URL, without a check of its addresses. Throws `destination_not_allowed` for
 * credentials in the URL, and for anything but https on the usual ports unless the operator allows the host.
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

/** Throws `destination_not_allowed` unless all addresses of the host are public. */
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
