import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { signatureOf, timestampOf } from '../../../../schema/deliver/webhook-delivery/sign.ts';
import { count } from '../../../support/count.ts';
import { seed } from '../../../support/seed.ts';

const id = 'evt_01kaf5m2jcexxt5s6f3yq4z8rd';
const secret = mintSecret('whsec_sandbox').text;
const other = mintSecret('whsec_live').text;
const payloads = fc.json({ stringUnit: 'binary' }).map((text) => `{"text":"𝄞","data":${text}}`);
const runs = { numRuns: count(10_000), seed: seed() };

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000);

/** Verifies with a third-party library, and returns the parsed body or the error message. */
function verified(body: string, signature: string, { at = new Date(), by = secret } = {}): unknown {
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': String(timestampOf(at)),
    'webhook-signature': signature,
  };
  try {
    return new Webhook(by, { format: 'raw' }).verify(body, headers);
  } catch (error) {
    return (error as Error).message;
  }
}

describe('the signature of a webhook', () => {
  it('spec §6: is v1 and the HMAC-SHA256 of id, time and body, keyed with the whole secret', () => {
    const by = 'whsec_sandbox_0123456789_abcdefghijklmnopqrstuvwxyzABCDEF';
    const at = new Date('2026-11-20T09:00:00.999Z');

    const signature = signatureOf({ id: 'evt_1', at, body: '{"text":"𝄞"}' }, [by]);

    expect(timestampOf(at)).toBe(1795165200);
    expect(signature).toBe('v1,v5vE1uUO5ZlSs+tnS/MXbVZTob1RdKGaWOEhl2Yl7QM=');
  });

  it('spec §6: is accepted by the library of Standard Webhooks for any payload', () => {
    fc.assert(
      fc.property(payloads, fc.integer({ min: -290, max: 290 }), (body, secondsOff) => {
        const at = secondsAgo(secondsOff);
        const signature = signatureOf({ id, at, body }, [secret]);

        expect(verified(body, signature, { at })).toEqual(JSON.parse(body));
      }),
      runs,
    );
  });

  it('is rejected if the body was changed in one place', () => {
    fc.assert(
      fc.property(
        payloads,
        fc.nat(),
        fc.string({ unit: 'grapheme', maxLength: 1 }),
        (body, place, instead) => {
          const characters = Array.from(body);
          const changed = characters.with(place % characters.length, instead).join('');
          fc.pre(changed !== body);

          expect(verified(changed, signatureOf({ id, at: new Date(), body }, [secret]))).toBe(
            'No matching signature found',
          );
        },
      ),
      runs,
    );
  });

  it.each([
    ['another secret', { by: other }],
    ['a time that was not signed', { at: secondsAgo(60) }],
  ])('is rejected with %s', (_what, as) => {
    const body = '{"type":"api_key.rotated"}';

    expect(verified(body, signatureOf({ id, at: new Date(), body }, [secret]), as)).toBe(
      'No matching signature found',
    );
  });

  it('is rejected if its time is too long ago', () => {
    const at = secondsAgo(310);

    expect(verified('{}', signatureOf({ id, at, body: '{}' }, [secret]), { at })).toBe(
      'Message timestamp too old',
    );
  });

  it('spec §6: has one part for each of two secrets, the newest first, and each secret verifies', () => {
    const attempted = { id, at: new Date(), body: '{}' };

    const both = signatureOf(attempted, [other, secret]);

    expect(both).toBe(`${signatureOf(attempted, [other])} ${signatureOf(attempted, [secret])}`);
    expect(verified('{}', both, { by: secret })).toEqual({});
    expect(verified('{}', both, { by: other })).toEqual({});
  });
});
