import { inspect } from 'node:util';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../schema/records/event/message.ts';
import { sampleOf } from '../../schema/records/event/sample.ts';
import { mintSecret } from '../../schema/values/secret.ts';
import { signatureOf, timestampOf } from '../../schema/deliver/webhook-delivery/sign.ts';
import { verifyWebhook, webhookErrors } from '../../sdk/src/webhook.ts';
import { count } from '../support/count.ts';
import { seed } from '../support/seed.ts';

const id = 'evt_01kaf5m2jcexxt5s6f3yq4z8rd';
const now = new Date('2026-11-20T09:00:00.000Z');
const [secret, other] = [mintSecret('whsec_sandbox').text, mintSecret('whsec_live').text];
const message = sampleOf('api_key.rotated', {
  id,
  workspaceId: 'ws_01kaf5m2jcexxt5s6f3yq4z8rd',
  environment: 'SANDBOX',
  baseUrl: 'https://sallyport.example.com',
  now,
});
const body = bodyOf(message);
const secondsFromNow = (seconds: number) => new Date(now.getTime() + seconds * 1000);

function headersOf(text: string, { at = now, by = [secret] as [string, ...string[]] } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestampOf(at)),
    'webhook-signature': signatureOf({ id, at, body: text }, by),
  };
}

/** Returns the error that rejects the delivery, with its code and message. */
async function refused(...given: Parameters<typeof verifyWebhook>): Promise<unknown> {
  const [payload, headers, secrets, options] = given;
  return await verifyWebhook(payload, headers, secrets, { now, ...options }).catch((error: unknown) => error);
}

describe('verifyWebhook', () => {
  it('spec §6: accepts any signed body, and returns it parsed', async () => {
    const messages = fc.json({ stringUnit: 'binary' }).map((text) => `{"id":"𝄞","data":${text}}`);
    const seconds = fc.integer({ min: -300, max: 300 });

    await fc.assert(
      fc.asyncProperty(messages, seconds, async (text, off) => {
        const headers = headersOf(text, { at: secondsFromNow(off) });
        expect(await verifyWebhook(text, headers, secret, { now })).toEqual(JSON.parse(text));
        expect(await verifyWebhook(Buffer.from(text), headers, secret, { now })).toEqual(JSON.parse(text));
      }),
      { numRuns: count(10_000), seed: seed() },
    );
  });

  it('accepts a signature from the library of Standard Webhooks', async () => {
    const signature = new Webhook(secret, { format: 'raw' }).sign(id, now, body);

    expect(
      await verifyWebhook(body, { ...headersOf(body), 'webhook-signature': signature }, secret, { now }),
    ).toEqual(message);
  });

  it.each([
    ['text', body],
    ['bytes', new TextEncoder().encode(body)],
    ['an ArrayBuffer', new TextEncoder().encode(body).buffer],
    ['a part of a larger buffer', Buffer.from(`..${body}..`).subarray(2, -2)],
  ])('accepts a body as %s', async (_form, payload) => {
    expect(await verifyWebhook(payload, headersOf(body), secret, { now })).toEqual(message);
  });

  it.each([
    ['Headers', new Headers(headersOf(body))],
    [
      'an object in another case',
      Object.fromEntries(Object.entries(headersOf(body)).map(([name, value]) => [name.toUpperCase(), value])),
    ],
    [
      'an object of lists',
      Object.fromEntries(Object.entries(headersOf(body)).map(([name, value]) => [name, [value]])),
    ],
  ])('accepts headers as %s', async (_form, headers) => {
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(message);
  });

  it('spec §6: accepts either secret during a rotation, for receivers with one or both', async () => {
    const byBoth = headersOf(body, { by: [other, secret] });
    const byNew = headersOf(body, { by: [other] });

    for (const secrets of [secret, other, [secret, other]])
      expect(await verifyWebhook(body, byBoth, secrets, { now })).toEqual(message);
    expect(await verifyWebhook(body, byNew, [secret, other], { now })).toEqual(message);
  });

  it('ignores signatures of unknown versions', async () => {
    const { 'webhook-signature': signature, ...headers } = headersOf(body);
    const withOthers = { ...headers, 'webhook-signature': `v1a,AAAA ${signature} v2,` };

    expect(await verifyWebhook(body, withOthers, secret, { now })).toEqual(message);
  });

  it('rejects a body that was changed in one place', async () => {
    const changed = fc.tuple(fc.nat(body.length - 1), fc.string({ minLength: 1, maxLength: 1 }));

    await fc.assert(
      fc.asyncProperty(changed, async ([at, character]) => {
        fc.pre(body[at] !== character);
        const text = body.slice(0, at) + character + body.slice(at + 1);
        expect(await refused(text, headersOf(body), secret)).toMatchObject({ code: 'no_signature_matches' });
      }),
      { numRuns: count(10_000), seed: seed() },
    );
  });

  it('rejects a body that was parsed and written again, and names this as the usual reason', async () => {
    const again = JSON.stringify(JSON.parse(body), null, 2);

    expect(await refused(again, headersOf(body), secret)).toMatchObject({
      name: 'WebhookError',
      code: 'no_signature_matches',
      message: expect.stringMatching(/parsed and serialized again/),
    });
  });

  it.each<[string, object, string, RegExp]>([
    ['without an id', { 'webhook-id': undefined }, 'header_missing', /header webhook-id is missing/],
    ['without a time', { 'webhook-timestamp': '' }, 'header_missing', /header webhook-timestamp/],
    ['without a signature', { 'webhook-signature': undefined }, 'header_missing', /header webhook-signature/],
    ['at no time', { 'webhook-timestamp': 'today' }, 'header_malformed', /number of seconds/],
    ['with another id', { 'webhook-id': 'evt_2' }, 'no_signature_matches', /another endpoint/],
    [
      'with half a signature',
      { 'webhook-signature': headersOf(body)['webhook-signature'].slice(0, -4) },
      'no_signature_matches',
      /./,
    ],
    [
      'at a time that was not signed',
      { 'webhook-timestamp': String(timestampOf(now) - 1) },
      'no_signature_matches',
      /./,
    ],
  ])('rejects a delivery %s', async (_what, change, code, sentence) => {
    const error = await refused(body, { ...headersOf(body), ...change }, secret);

    expect(error).toMatchObject({ code, message: expect.stringMatching(sentence) });
  });

  it.each([
    [-301, {}, 'too_old', /301 seconds ago, and the tolerance is 300 seconds/],
    [301, {}, 'too_new', /301 seconds in the future/],
    [-11, { toleranceSeconds: 10 }, 'too_old', /tolerance is 10 seconds/],
    [0, { toleranceSeconds: Number.NaN }, 'too_new', /./],
  ])('rejects a delivery signed %i seconds from now: %o', async (off, options, code, sentence) => {
    const error = await refused(body, headersOf(body, { at: secondsFromNow(off) }), secret, options);

    expect(error).toMatchObject({ code, message: expect.stringMatching(sentence) });
  });

  it.each([
    ['none', []],
    ['an empty one', ''],
    ['one with the end of its line', `${secret}\n`],
    ['one whose beginning was cut off', secret.slice('whsec_'.length)],
    ['one that is missing', [secret, undefined as unknown as string]],
  ])('rejects an unusable secret: %s', async (_what, secrets) => {
    expect(await refused(body, headersOf(body), secrets)).toMatchObject({
      code: 'secret_unusable',
      message: expect.stringMatching(/begins with whsec_/),
    });
  });

  it('rejects a body that was parsed, and asks for the raw one', async () => {
    expect(await refused(JSON.parse(body), headersOf(body), secret)).toMatchObject({
      code: 'body_parsed',
      message: expect.stringMatching(/raw body/),
    });
  });

  it.each(['null', '[]', '"text"', '{', ''])('rejects a signed text that is no message: %s', async (text) => {
    expect(await refused(text, headersOf(text), secret)).toMatchObject({ code: 'not_a_message' });
  });

  it('reveals no secret in any error', async () => {
    const wrong = [
      await refused(`${body} `, headersOf(body), secret),
      await refused(body, headersOf(body), `${secret} `),
      await refused('{', headersOf('{'), secret),
    ];

    expect(inspect(wrong, { depth: Infinity, showHidden: true })).not.toContain(secret.slice(-32));
  });

  it('has a description for each code', () => {
    expect(Object.values(webhookErrors).filter((meaning) => !/^[A-Z].*\.$/.test(meaning))).toEqual([]);
  });
});
