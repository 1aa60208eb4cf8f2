import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../../adapters/egress/addresses.ts';
import { count } from '../../support/count.ts';
import { seed } from '../../support/seed.ts';

// oxfmt-ignore
const refused = [
  '0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254', '168.63.129.16',
  '169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1',
  '192.52.193.1', '192.175.48.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255',
  '::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1',
  '100::1', '2001::1', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', '5f00::1',
  'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '4000::1', '1::1', 'localhost', '', '1.2.3',
];
const open = [
  '8.8.8.8',
  '93.184.216.34',
  '172.15.255.255',
  '172.32.0.1',
  '2606:4700::1111',
  '2a00:1450:4001::8a',
];

describe('the egress address check', () => {
  it.each(refused)('rejects an address that is not public: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(open)('accepts an address of the public internet: %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('rejects every IPv4 address that is embedded in an IPv6 address', () => {
    const octet = fc.nat(255);
    const wrapped = fc
      .tuple(fc.tuple(octet, octet, octet, octet), fc.constantFrom('::ffff:', '::', '64:ff9b::', '::ffff:0:'))
      .map(([octets, prefix]) => `${prefix}${octets.join('.')}`);

    const all = fc.sample(wrapped, { seed: seed(), numRuns: count(10_000) });

    expect(all.filter(isPublicAddress)).toEqual([]);
  });
});
