import ipaddr from 'ipaddr.js';

/** The network that an address is in, too wide to be one person's: 24 bits of IPv4, 48 of IPv6. */
export function networkOf(ip: string | null): string | null {
  if (ip === null || !ipaddr.isValid(ip)) return null;
  // An IPv4 address also where it comes mapped into IPv6 (RFC 4291 §2.5.5.2).
  const address = ipaddr.process(ip);
  const isV4 = address.kind() === 'ipv4';
  const cidr = `${address.toString().split('%')[0]}/${isV4 ? 24 : 48}`;
  const network = (isV4 ? ipaddr.IPv4 : ipaddr.IPv6).networkAddressFromCIDR(cidr);
  return `${network.toString()}/${isV4 ? 24 : 48}`;
}
