import { describe, expect, it } from 'vitest';
import { reasonIn, reasonOf } from '../../../schema/gateway/reason.ts';

const credential = 'tok-of-the-connection-0123456789';
const answer = (body: string, type = 'application/json') => ({
  status: 422,
  url: new URL('https://api.example.com'),
  headers: type ? { 'content-type': type } : {},
  body: Buffer.from(body),
});

describe('why a provider did not do it', () => {
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
    ['a page for people', answer('<html>Oops</html>', 'text/html; charset=utf-8'), undefined],
    ['nothing', answer(''), undefined],
    ['what is no JSON', answer('{'), undefined],
    ['bytes', answer('\u0001\u0002', 'application/octet-stream'), undefined],
  ])('is told of %s', (_, given, told) => {
    expect(reasonIn(given, 'GET', [])).toEqual(told);
  });

  it('holds no secret: neither the credential that was sent nor what looks like one', () => {
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

  it.each([
    ['a list', JSON.stringify(Array.from({ length: 5000 }, (_, at) => ({ at, message: 'Too long.' })))],
    ['a text', JSON.stringify('Too long. '.repeat(5000))],
    ['an object', JSON.stringify({ message: 'Too long. '.repeat(5000) })],
  ])('has 8 KiB at most: %s', (_, body) => {
    const told = reasonIn(answer(body), 'GET', []);

    expect(Buffer.byteLength(JSON.stringify(told) ?? '')).toBeLessThanOrEqual(8_192);
  });

  it('of a tool is what it says as data, but no pictures', () => {
    expect(reasonOf({ kind: 'TEXT', data: 'No such order.' }, [])).toBe('No such order.');
    expect(reasonOf({ kind: 'BINARY', data: { contentType: null, bytes: 3 } }, [])).toBeUndefined();
  });
});
