import { describe, expect, it } from 'vitest';
import { addressOf } from '../../../schema/kernel/limit.ts';

describe('the subject of a limit for an IP address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:DB8:1:3::9', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['::1', '::/64'],
    ['nonsense', 'unknown'],
    [null, 'unknown'],
  ])('%s counts as %s', (ip, subject) => {
    expect(addressOf(ip)).toBe(subject);
  });
});
