import { expect, it } from 'vitest';
import { EgressFailure } from '../../../schema/kernel/ports/egress.ts';
import { publicFrontier } from '../../../adapters/egress/destination.ts';
import { createEgress } from '../../../adapters/egress/egress.ts';

const unknown = async (): Promise<string[]> => await Promise.reject(new Error('ENOTFOUND'));

it('a request to a host that no name server knows fails, and the failure states that nothing was sent', async () => {
  await using egress = createEgress(publicFrontier, { resolve4: unknown, resolve6: unknown });
  const bounds = { timeoutMs: 5_000, maxBytes: 1_000 };
  const url = new URL('https://nowhere.example.com/');

  const failure: unknown = await egress
    .send({ method: 'POST', url, headers: {}, bounds, body: '{}' })
    .catch((error: unknown) => error);

  expect(failure).toBeInstanceOf(EgressFailure);
  expect(failure).toMatchObject({
    code: 'unreachable',
    isUnsent: true,
    message: 'The host nowhere.example.com does not exist.',
  });
});

it('egress checks an address before sending: it rejects private addresses unless the operator allows them', async () => {
  await using egress = createEgress({ ...publicFrontier, allowedHosts: new Set(['10.0.0.5']) });
  const refusal = (host: string): unknown => {
    try {
      return egress.assertAllowed(new URL(`https://${host}/`));
    } catch (error) {
      return (error as EgressFailure).code;
    }
  };

  // Egress resolves a name only when it sends a request to it.
  const hosts = ['10.0.0.5', '10.0.0.6', '[::1]', '93.184.216.34', 'intranet.example.com'];

  const refused = 'destination_not_allowed';
  expect(hosts.map(refusal)).toEqual([undefined, refused, refused, undefined, undefined]);
});
