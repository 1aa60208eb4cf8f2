import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const v4 = (cidr: string) => ipaddr.IPv4.parseCIDR(cidr);
const v6 = (cidr: string) => ipaddr.IPv6.parseCIDR(cidr);

// Azure's platform address: public by the registries, but only the machine's operator may use it.
const wireServer = v4('168.63.129.16/32');
// The global unicast space of IANA (RFC 4291 §2.4). Other IPv6 addresses are special or unassigned.
const globalUnicast = v6('2000::/3');

/**
 * Whether an address is on the public internet, by IANA's special-purpose registries (RFC 6890). An IPv6
 * address that embeds an IPv4 address (mapped, compatible, translated, 6to4, Teredo) is not: no public host
 * has only such an address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 ? !address.match(wireServer) : address.match(globalUnicast);
}
