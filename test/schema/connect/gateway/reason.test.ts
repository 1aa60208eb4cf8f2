import { describe, expect, it } from 'vitest';
import { reasonIn, reasonOf } from '../../../../schema/connect/gateway/reason.ts';

const credential = 'tok-of-the-connection-0123456789';
const answer = (body: string, type = 'application/json') => ({
  status: 422,
  url: new URL('https://api.example.com'),
  headers: type ? { 'content-type': type } : {},
  body: Buffer.from(body),
});

describe('the provider’s explanation of a failure', () => {
  it.each([
    [
      'JSON',
      answer('{"message":"Validation Failed","errors":[{"field":"title"}]}'),
      { message: 'Validation Failed', errors: [{ field: 'title' }] },
    ],
    ['a problem', answer('{"detail":"Gone."}', 'application/problem+json'), { detail: 'Gone.' }],
    ['JSON that is called a text', answer('{"detail":"Gone."}', 'text/plain'), { detail: 'Gone.' }],
    ['JSON without a type', answer('{"detail":"Gone."}', ''), { detail: 'Gone.' }],
    ['a text', answer('No such order.', 'text/plain'), 'No such order.'],
    ['a page for people', answer('<html>Oops</html>', 'text/html; charset=utf-8'), null],
    ['nothing', answer(''), null],
    ['what is no JSON', answer('{'), null],
    ['bytes', answer('\u0001\u0002', 'application/octet-stream'), null],
  ])('is the data of an answer, or null: %s', (_, given, told) => {
    expect(reasonIn(given, 'GET', [])).toEqual(told === null ? null : { provider: told, isPart: false });
  });

  it('contains no secret: neither the credential that was sent nor a text that looks like a secret', () => {
    const said = {
      message: `The token ${credential} has expired.`,
      password: 'hunter2hunter2',
      sent: Buffer.from(credential).toString('base64'),
    };
    const told = JSON.stringify(reasonIn(answer(JSON.stringify(said)), 'GET', [credential]));

    expect(told).not.toContain(credential);
    expect(told).not.toContain('hunter2');
    expect(told).not.toContain(said.sent);
    expect(told).toContain('has expired.');
  });

  const long = 'Too long. '.repeat(5000);
  it.each([
    ['a list', Array.from({ length: 5000 }, (_, at) => ({ at, message: 'Too long.' })), /^\[\{"at":0,/],
    ['a text', long, /^"Too long\. .*…"$/],
    ['an object', { message: long, code: 7 }, /^\{"message":"Too long\. .*…","code":7\}$/],
    [
      'an object of many members',
      {
        code: 7,
        trace: Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`at${at}`, 'x'.repeat(40)])),
      },
      /^\{"code":7,"trace":\{"at0":"x{40}",/,
    ],
    [
      'an object of objects',
      { error: { code: 7, body: { sent: Array(9000).fill(1) } } },
      /^\{"error":\{"code":7,"body":\{"sent":\[1,1/,
    ],
    ['a text of megabytes', long.repeat(60), /^"Too long\. .*…"$/],
  ])('is cut to 8 KiB and marked as partial: %s', (_, body, part) => {
    const told = reasonIn(answer(JSON.stringify(body)), 'GET', []);

    expect(Buffer.byteLength(JSON.stringify(told?.provider))).toBeLessThanOrEqual(8_192);
    expect(told?.isPart).toBe(true);
    expect(JSON.stringify(told?.provider)).toMatch(part);
  });

  it('contains no part of a secret at the place where a text is shortened', () => {
    for (let at = 1_950; at < 2_010; at += 1) {
      const body = JSON.stringify({ message: `${'x'.repeat(at)}${credential}${'y'.repeat(9_000)}` });
      const told = JSON.stringify(reasonIn(answer(body), 'GET', [credential]));

      expect(told).not.toContain(credential.slice(0, 6));
    }
  });

  it('of a tool is its text or its blocks, without the data of pictures', () => {
    expect(reasonOf({ kind: 'TEXT', data: 'No such order.' }, [])?.provider).toBe('No such order.');
    expect(reasonOf({ kind: 'BINARY', data: { contentType: null, bytes: 3, data: 'AAEC' } }, [])).toBeNull();
    const picture = { type: 'image', mimeType: 'image/png', bytes: 3, data: 'AAEC' };
    expect(reasonOf({ kind: 'BLOCKS', data: [picture] }, [])?.provider).toEqual([{ ...picture, data: null }]);
  });
});
