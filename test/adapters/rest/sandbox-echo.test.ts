import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { sandboxWorld } from './sandbox.world.ts';

const t = await testApp();
const { key, reader, writer, echo } = await sandboxWorld(t);

const tooLarge = JSON.stringify({ message: 'm', padding: 'x'.repeat(262_144) });
const plain = { 'content-type': 'text/plain' };

describe('POST /v1/sandbox/echo', () => {
  it('spec §2, 200: the echo response contains the message and reference of the request, and accepted', async () => {
    const answer = await echo({ as: key.secret, body: { message: 'hello', reference: 'order-42' } });

    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: 'hello', accepted: true, reference: 'order-42' });
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
  });

  it('200: an omitted reference is not echoed', async () => {
    const answer = await echo({ as: key.secret, body: { message: 'hello' } });

    expect(answer.body).toEqual({ message: 'hello', accepted: true });
  });

  it.each([
    { message: 'm' },
    { message: ' ' },
    { message: 'm'.repeat(10_000) },
    { message: '漢'.repeat(10_000) },
    { message: '\t"\\ \u2028 👋', reference: '' },
    { message: 'm', reference: 'r'.repeat(255) },
  ])('200: within the bounds, unchanged (%#)', async (body) => {
    const answer = await echo({ as: key.secret, body });

    expect(answer).toMatchObject({ status: 200, body: { ...body, accepted: true } });
  });

  // oxfmt-ignore
  it.each([
    { why: 'no message', body: {}, pointers: ['/message'] },
    { why: 'an empty message', body: { message: '' }, pointers: ['/message'] },
    { why: 'a message of 10,001', body: { message: 'm'.repeat(10_001) }, pointers: ['/message'] },
    { why: 'a message of no text', body: { message: 7 }, pointers: ['/message'] },
    { why: 'a message of null', body: { message: null }, pointers: ['/message'] },
    {
      why: 'a reference of 256',
      body: { message: 'm', reference: 'r'.repeat(256) },
      pointers: ['/reference'],
    },
    { why: 'a reference of no text', body: { message: 'm', reference: ['r'] }, pointers: ['/reference'] },
    { why: 'an unknown field', body: { message: 'm', extra: 1 }, pointers: ['/extra'] },
    { why: 'several faults', body: { message: '', 'a/b~c': 1 }, pointers: ['/message', '/a~1b~0c'] },
    { why: 'a list', body: [], pointers: [''] },
    { why: 'a text', body: '"message"', pointers: [''] },
    { why: 'null', body: 'null', pointers: [''] },
    { why: 'malformed JSON', body: '{"message":', pointers: [''] },
    { why: 'nothing', body: '', pointers: ['/message'] },
  ])('spec §7, 422: the payload fails validation: $why', async ({ body, pointers }) => {
    const answer = await echo({ as: key.secret, body });

    expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed', status: 422 } });
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.body.message).toMatch(
      /^The (?:input is not valid: \/|input must be a JSON object\.$|body is not valid JSON\. ).*[^.]\.$|object\.$|^The request has no body\. Send a JSON object with \/message, /,
    );
    const errors = answer.body.errors as { pointer: string; code: string; message: string }[];
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(pointers.toSorted());
    for (const { code, message } of errors)
      expect([code, message]).toEqual([expect.any(String), expect.any(String)]);
  });

  it('spec §7, 401: a sandbox call without a credential', async () => {
    const answer = await echo({ body: { message: 'm' } });

    expect(answer).toMatchObject({ status: 401, body: { code: 'credential_missing' } });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it.each([
    { credential: 'Basic YTpi' },
    { credential: 'Bearer' },
    { credential: 'Bearer ' },
    { credential: key.secret },
    { credential: `Token ${key.secret}` },
  ])('401: no bearer credential (%#)', async ({ credential }) => {
    const answer = await echo({ body: { message: 'm' }, headers: { authorization: credential } });

    expect(answer).toMatchObject({ status: 401, body: { code: 'credential_missing' } });
  });

  it('the case of the scheme does not matter', async () => {
    const headers = { authorization: `bEARER ${key.secret}` };

    expect((await echo({ body: { message: 'm' }, headers })).status).toBe(200);
  });

  it('spec §5.4: 403 insufficient_scope: every method but GET and HEAD needs write', async () => {
    const answer = await echo({ as: reader.secret, body: { message: 'm' } });

    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope', scope: 'write' } });
    expect(answer.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="write"');
  });

  it('200: write alone is sufficient', async () => {
    expect((await echo({ as: writer.secret, body: { message: 'm' } })).status).toBe(200);
  });

  it.each([
    { headers: plain },
    { headers: { 'content-type': 'application/json; charset=iso-8859-1' } },
    { headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    { headers: { 'content-encoding': 'gzip' } },
  ])('415: $headers', async ({ headers }) => {
    const answer = await echo({ as: key.secret, body: { message: 'm' }, headers });

    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  });

  it.each(['application/json;charset=utf-8', 'application/json; charset="UTF-8"', 'Application/JSON'])(
    '200: Content-Type %s',
    async (contentType) => {
      const headers = { 'content-type': contentType };

      expect((await echo({ as: key.secret, body: { message: 'm' }, headers })).status).toBe(200);
    },
  );

  it('413: more than 256 KiB', async () => {
    const answer = await echo({ as: key.secret, body: tooLarge });

    expect(answer).toMatchObject({ status: 413, body: { code: 'payload_too_large' } });
  });
});

describe('the order of the faults', () => {
  // oxfmt-ignore
  const faults = [
    { fault: 'the credential', status: 401, with: { as: 'ak_sandbox_wrong' } },
    { fault: 'the scope', status: 403, with: { as: reader.secret } },
    { fault: 'the content type', status: 415, with: { headers: plain } },
    {
      fault: 'the charset',
      status: 415,
      with: { headers: { 'content-type': 'application/json; charset=latin1' } },
    },
    {
      fault: 'the encoding',
      status: 415,
      with: { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } },
    },
    { fault: 'the size', status: 413, with: { body: tooLarge } },
    { fault: 'the payload', status: 422, with: { body: '{"message":' } },
  ] as const;
  const pairs = faults.flatMap((first) =>
    faults.filter(({ status }) => rank(status) > rank(first.status)).map((second) => ({ first, second })),
  );

  it.each(faults)('$fault alone: $status', async ({ status, with: fault }) => {
    const answer = await echo({ as: key.secret, body: { message: 'm' }, ...fault });

    expect(answer.status).toBe(status);
  });

  it.each(pairs)(
    '$first.fault ($first.status) before $second.fault ($second.status)',
    async ({ first, second }) => {
      const answer = await echo({ as: key.secret, body: { message: 'm' }, ...second.with, ...first.with });

      expect(answer.status).toBe(first.status);
    },
  );

  it('all together: the credential', async () => {
    const answer = await echo({ as: 'ak_sandbox_wrong', body: tooLarge, headers: plain });

    expect(answer.status).toBe(401);
  });
});

function rank(status: number): number {
  return [401, 403, 415, 413, 422].indexOf(status);
}
