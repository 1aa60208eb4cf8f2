import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

const v4 = (cidr: string) => ipaddr.IPv4.parseCIDR(cidr);
const v6 = (cidr: string) => ipaddr.IPv6.parseCIDR(cidr);

// Public by the registries, yet of this machine's neighbourhood: answers there are for who runs the machine alone.
const wireServer = v4('168.63.129.16/32');
// What IANA has given out as global unicast (RFC 4291 §2.4); everything else has a meaning of its own or none.
const globalUnicast = v6('2000::/3');

/**
 * Whether an address is one of the public internet, by the special-purpose registries of IANA (RFC 6890). An IPv4 address
 * that is written into an IPv6 one (mapped, compatible, translated, 6to4, Teredo) is not, whatever it is: nothing public
 * has only such an address.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address instanceof ipaddr.IPv4 ? !address.match(wireServer) : address.match(globalUnicast);
}
