import { describe, expect, it } from 'vitest';
import { mediaWithin } from '../../../../schema/connect/gateway/media.ts';

const secret = 'tok-of-the-connection-0123456789';
const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64');
const image = (bytes: string | Buffer) => ({
  type: 'image',
  mimeType: 'image/png',
  bytes: bytes.length,
  data: base64(bytes),
});
const blocks = (...data: object[]) => ({ kind: 'BLOCKS', data }) as const;

describe('pictures, sounds and files', () => {
  it('are reported whole and in order if they fit, and otherwise by their size', () => {
    const [one, two, three] = [image('a'.repeat(300)), image('b'.repeat(900)), image('c'.repeat(30))];
    const { data, removed } = mediaWithin(blocks({ type: 'text', text: 'See.' }, one, two, three), 1_000, []);

    expect(data).toEqual([{ type: 'text', text: 'See.' }, one, { ...two, data: null }, three]);
    expect(removed).toEqual([]);
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThanOrEqual(1_000);
  });

  it('of an API are reported like those of a tool', () => {
    const data = { contentType: 'image/png', bytes: 3, data: 'AAEC' };

    expect(mediaWithin({ kind: 'BINARY', data }, 1_000, []).data).toEqual(data);
    expect(mediaWithin({ kind: 'BINARY', data }, 20, []).data).toEqual({ ...data, data: null });
  });

  // oxfmt-ignore
  it.each([
    ['as it is',                     `xx${secret}`],
    ['behind other bytes',           Buffer.concat([Buffer.of(0xff, 0xd8, 0, 1), Buffer.from(secret)])],
    ['in base64',                    `x: ${base64(`:${secret}`)}`],
    ['in hexadecimal digits',        Buffer.from(secret).toString('hex')],
    ['in percent-encoding',          [...Buffer.from(secret)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['in UTF-16',                    Buffer.from(secret, 'utf16le')],
    ['by the digits that tell it',   Buffer.from(secret.replaceAll('-', '+').padEnd(36, 'A'), 'base64')],
    ['that looks like one',          '-----BEGIN RSA PRIVATE KEY-----'],
  ])('that contain a secret are removed as a whole: %s', (_what, bytes) => {
    const secrets = [secret, secret.replaceAll('-', '+')];
    const { data, removed } = mediaWithin(blocks(image('fine'), image(bytes)), 10_000, secrets);

    expect(data).toEqual([image('fine'), { ...image(bytes), data: '[removed]' }]);
    expect(removed).toEqual(['/1/data']);
  });
});
