import { describe, expect, it } from 'vitest';
import { destinationOf, publicFrontier } from '../../../adapters/egress/destination.ts';

const to = (address: string) => destinationOf(new URL(address), publicFrontier);

describe('a destination on the public internet', () => {
  it.each([80, 442, 444, 1023, 1024, 5432, 6379, 8080, 8442, 8444, 65_535])(
    'on port %i is rejected',
    (port) => {
      expect(() => to(`https://example.com:${port}/`)).toThrow(
        `The URL must use port 443 or 8443, not ${port}. The operator of Sallyport can allow single hosts with EGRESS_ALLOWED_HOSTS.`,
      );
    },
  );

  it.each(['https://example.com/', 'https://example.com:443/', 'https://example.com:8443/'])(
    '%s is allowed',
    (address) => {
      expect(to(address)).toEqual({ host: 'example.com', isAllowed: false });
    },
  );
});
