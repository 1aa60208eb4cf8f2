import ipaddr from 'ipaddr.js';

/** Returns the network of an address, wide enough for many persons: 24 bits of IPv4, 48 of IPv6. */
export function networkOf(ip: string | null): string | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  // Treats an IPv4 address mapped into IPv6 as IPv4 (RFC 4291 §2.5.5.2).
  const address = ipaddr.process(ip);
  const isV4 = address.kind() === 'ipv4';
  const cidr = `${address.toString().split('%')[0]}/${isV4 ? 24 : 48}`;
  const network = (isV4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(cidr);
  return `${network.toString()}/${isV4 ? 24 : 48}`;
}
