import { crc32 } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SandboxHealthDocument } from '../../../adapters/documents.generated.ts';
import { route } from '../../../adapters/rest/route.ts';
import { answerOtherMethods } from '../../../adapters/http/other-methods.ts';
import { serveRest } from '../../../adapters/rest/serve.ts';
import { ApiKey } from '../../../db/models/api-key.ts';
import { AuditEntry } from '../../../db/models/audit.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { kindOfSecret, mintSecret } from '../../../schema/values/secret.ts';
import { contextOf, countRequest } from '../../../adapters/http/context.ts';
import { testApp, type Request } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';

const t = await testApp();
const { knex } = t.ports.database;
const everyone = await cast(t);
const { owner } = everyone;
const key = await applicationWithKey(t, everyone);
const reader = await applicationWithKey(t, everyone, ['read']);
const writer = await applicationWithKey(t, everyone, ['write']);

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

describe('GET /v1/sandbox/health', () => {
  it.each([
    { who: 'nobody', as: undefined },
    { who: 'a wrong key', as: 'ak_sandbox_wrong' },
    { who: 'a key without read', as: writer.secret },
    { who: 'a session', as: owner.token },
  ])('spec §2, §5.9, 200: the health response has status and environment, for $who', async ({ as }) => {
    const answer = await t.rest('GET', '/v1/sandbox/health', { as });

    expect(answer).toMatchObject({ status: 200, body: { status: 'ok', environment: 'sandbox' } });
  });
});

describe('POST /v1/sandbox/validate', () => {
  it.each([
    {},
    { any: { shape: [1, null, true] } },
    { payload: { deep: { er: 1 } } },
    { operation: 'sandboxEcho', payload: { message: 'm' } },
    { operation: 'sandboxEcho', payload: { message: 'm', reference: 'r' }, extra: 1 },
    { operation: 'createApplication', payload: { name: 'Checkout' } },
  ])('spec §2, 200: the validate request is any JSON object, valid (%#)', async (body) => {
    const answer = await validate({ as: key.secret, body });

    expect(answer).toMatchObject({ status: 200, body: { valid: true, errors: [] } });
  });

  it('spec §2, 200: the validate response contains findings under /payload, which are not an error', async () => {
    const payload = { environment: 'MOON', name: '', scopes: ['read', 'admin'], extra: 1 };

    const answer = await validate({ as: key.secret, body: { operation: 'createApiKey', payload } });

    expect(answer).toMatchObject({ status: 200, body: { valid: false } });
    const errors = answer.body.errors as { pointer: string; code: string; message: string }[];
    expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual([
      '/payload/environment',
      '/payload/extra',
      '/payload/name',
      '/payload/scopes/1',
    ]);
    for (const error of errors) expect(Object.keys(error).toSorted()).toEqual(['code', 'message', 'pointer']);
  });

  it('200: a known operation without its payload', async () => {
    const answer = await validate({ as: key.secret, body: { operation: 'sandboxEcho' } });

    expect(answer.body).toMatchObject({ valid: false, errors: [{ pointer: '/payload' }] });
  });

  it.each(['nothing', 'sandboxHealth', 'SandboxEcho', 'toString', 'hasOwnProperty', ''])(
    '200: %j is not an operation with a body',
    async (operation) => {
      const answer = await validate({ as: key.secret, body: { operation, payload: {} } });

      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        valid: false,
        errors: [{ pointer: '/operation', code: 'unknown_operation', message: expect.any(String) }],
      });
    },
  );

  it('nothing is executed: a valid createApplication creates none', async () => {
    const before = await knex('application').count('* as n').first();
    const body = { operation: 'createApplication', payload: { name: 'Checkout' } };

    await validate({ as: key.secret, body });

    expect(await knex('application').count('* as n').first()).toEqual(before);
  });

  it.each(['[]', '"text"', '7', 'true', 'null', '{', '', '{"a":1}}', '{"a":1,"a":2}', '{"__proto__":{}}'])(
    '422: not a JSON object: %s',
    async (body) => {
      const answer = await validate({ as: key.secret, body });

      expect(answer).toMatchObject({ status: 422, body: { code: 'validation_failed' } });
      expect(answer.body.errors[0].pointer).toEqual(expect.any(String));
    },
  );

  it('401: no credential', async () => {
    expect(await validate({ body: {} })).toMatchObject({ status: 401, body: { code: 'credential_missing' } });
  });

  it('403: a key without write', async () => {
    const answer = await validate({ as: reader.secret, body: {} });

    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope', scope: 'write' } });
  });
});

describe('spec §5.4: scope by method, on a keyed GET', async () => {
  const keyed = fastify();
  const Health = z.object({ status: z.string() });
  const row = route('GET', '/keyed', SandboxHealthDocument, {
    credential: 'sandboxKey',
    tag: 'Fixture',
    summary: 'A keyed read',
    answer: Health,
    variables: () => ({}),
    reply: (health) => health,
  });
  const post = route('POST', '/keyed', SandboxHealthDocument, {
    credential: 'sandboxKey',
    tag: 'Fixture',
    summary: 'A keyed write',
    answer: Health,
    variables: () => ({}),
    reply: (health) => health,
  });
  const { settings, baseUrl, sandboxUrl } = t.config;
  answerOtherMethods(keyed, { maxParamLength: 100 });
  serveRest(keyed, {
    rows: [row, post],
    settings,
    baseUrl,
    sandboxUrl,
    log: t.ports.log,
    contextOf: async (request, credential) => await contextOf(t.ports, request, credential),
    countRequest: async (ctx) => await countRequest(ctx),
  });
  await keyed.ready();
  afterAll(async () => await keyed.close());

  // oxfmt-ignore
  it.each([
    { method: 'GET', scopes: 'read', secret: reader.secret, status: 200 },
    { method: 'HEAD', scopes: 'read', secret: reader.secret, status: 200 },
    { method: 'POST', scopes: 'read', secret: reader.secret, status: 403 },
    { method: 'GET', scopes: 'write', secret: writer.secret, status: 403 },
    { method: 'HEAD', scopes: 'write', secret: writer.secret, status: 403 },
    { method: 'POST', scopes: 'write', secret: writer.secret, status: 200 },
    { method: 'GET', scopes: 'read and write', secret: key.secret, status: 200 },
    { method: 'HEAD', scopes: 'read and write', secret: key.secret, status: 200 },
    { method: 'POST', scopes: 'read and write', secret: key.secret, status: 200 },
  ] as const)('$method with $scopes: $status', async ({ method, secret, status }) => {
    const headers = { authorization: `Bearer ${secret}` };

    const answer = await keyed.inject({ method, url: '/keyed', headers });

    expect(answer.statusCode).toBe(status);
    const missing = method === 'POST' ? 'write' : 'read';
    const challenge = `Bearer error="insufficient_scope", scope="${missing}"`;
    expect(answer.headers['www-authenticate']).toBe(status === 403 ? challenge : undefined);
  });
});

describe('spec §4: a key that does not work: 401', () => {
  beforeEach(() => t.clock.set('2026-11-20T09:00:00.000Z'));

  const stops: { why: string; code: string; stop: (made: Made) => Promise<unknown> }[] = [
    { why: 'revoked', code: 'key_revoked', stop: async ({ path }) => await act(`${path}/revoke`) },
    {
      why: 'expired',
      code: 'key_expired',
      stop: async ({ keyId }) =>
        await t.unrecorded(() => ApiKey.change(knex, keyId, t.clock.now(), { expiresOn: '2026-11-19' })),
    },
    {
      why: 'of a suspended application',
      code: 'application_suspended',
      stop: async ({ applicationId }) => await act(`/api/console/applications/${applicationId}/suspend`),
    },
    {
      why: 'of a deleted application',
      code: 'application_deleted',
      stop: async ({ applicationId }) =>
        await t.rest('DELETE', `/api/console/applications/${applicationId}`, { as: owner }),
    },
    { why: 'rotated', code: 'credential_invalid', stop: async ({ path }) => await act(`${path}/rotate`) },
  ];

  it.each(stops)(
    '$why: $code for the holder of the secret, from the next call on',
    async ({ code, stop }) => {
      const made = await makeKey();
      expect((await echo({ as: made.secret, body: { message: 'm' } })).status).toBe(200);

      await stop(made);

      const answer = await echo({ as: made.secret, body: { message: 'm' } });
      expect(answer).toMatchObject({ status: 401, body: { code, status: 401 } });
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    },
  );

  it.each(stops)(
    '$why: nothing is revealed to a caller who knows only the prefix and the last four characters',
    async ({ stop }) => {
      const made = await makeKey();
      await stop(made);

      const guess = await echo({ as: guessLike(made.secret), body: { message: 'm' } });
      const unknown = await echo({ as: mintSecret('ak_sandbox').text, body: { message: 'm' } });

      expect(guess).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
      expect({ ...guess.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    },
  );

  it.each(['SUSPENDED', 'DELETING'] as const)(
    'of a workspace that is %s: workspace_inactive',
    async (status) => {
      const elsewhere = await cast(t);
      const { secret } = await applicationWithKey(t, elsewhere);
      await t.unrecorded(() => Workspace.change(knex, elsewhere.workspaceId, t.clock.now(), { status }));

      const answer = await echo({ as: secret, body: { message: 'm' } });

      expect(answer).toMatchObject({ status: 401, body: { code: 'workspace_inactive' } });
    },
  );

  it('live: wrong_environment for the holder, credential_invalid for any other caller', async () => {
    const { keyId } = await makeKey();
    const { text, digest, prefix, lastFour } = mintSecret('ak_live');
    await t.unrecorded(() =>
      ApiKey.change(knex, keyId, t.clock.now(), { environment: 'LIVE', digest, prefix, lastFour }),
    );

    const holder = await echo({ as: text, body: { message: 'm' } });
    const other = await echo({ as: mintSecret('ak_live').text, body: { message: 'm' } });

    expect(holder).toMatchObject({ status: 401, body: { code: 'wrong_environment' } });
    expect(other).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
  });

  it.each([
    { why: 'malformed', credential: 'ak_sandbox_short' },
    { why: 'of a broken checksum', credential: breakChecksum(key.secret) },
    { why: 'cut off', credential: key.secret.slice(0, -1) },
    { why: 'of another case', credential: key.secret.toUpperCase() },
    { why: 'a session token', credential: owner.token },
    { why: 'a refresh token', credential: owner.refreshToken },
    { why: 'of an unknown kind', credential: key.secret.replace('ak_', 'sk_') },
  ])('$why: credential_invalid', async ({ credential }) => {
    const answer = await echo({ as: credential, body: { message: 'm' } });

    expect(answer).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
  });

  it('is not a session, neither on the console paths nor on /graphql', async () => {
    const console = await t.rest('GET', '/api/console/applications', { as: key.secret });
    const portal = await t.rest('GET', '/api/developer-portal/me', { as: key.secret });
    const graphql = await t.graphql('{ sandboxEcho(message: "m") { message } }', {}, { as: key.secret });

    expect(console).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    expect(portal).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    expect(graphql).toMatchObject({
      status: 401,
      body: { errors: [{ extensions: { code: 'session_invalid' } }] },
    });
  });

  it('a session calls no sandbox operation on /graphql either', async () => {
    const answer = await t.graphql('{ sandboxEcho(message: "m") { message } }', {}, { as: owner });

    expect(answer.body.errors[0].extensions).toMatchObject({ code: 'credential_missing', status: 401 });
  });
});

describe('the sandbox’s hot path', () => {
  it('queries the database only for an unknown secret, writes nothing and leaves no audit entry', async () => {
    const before = await AuditEntry.query(knex).resultSize();
    await t.look();
    for (const { secret } of [key, reader])
      for (const _ of t.instances) await echo({ as: secret, body: { message: 'm' } });

    const statements = await t.statementsOf(async () => {
      await echo({ as: key.secret, body: { message: 'm' } });
      await validate({ as: key.secret, body: { operation: 'sandboxEcho', payload: {} } });
      await echo({ as: key.secret, body: {} });
      await echo({ as: reader.secret, body: { message: 'm' } });
      await echo({ as: mintSecret('ak_sandbox').text, body: { message: 'm' } });
      await echo({ as: 'ak_sandbox_wrong', body: { message: 'm' } });
    });

    // For the unknown secret with a valid checksum.
    expect(statements).toEqual([expect.stringMatching(/^select .* where "api_key"."digest" in \(\$1\)$/)]);
    expect(await AuditEntry.query(knex).resultSize()).toBe(before);
  });
});

interface Made {
  applicationId: string;
  keyId: string;
  secret: string;
  path: string;
}

async function makeKey(): Promise<Made> {
  const made = await applicationWithKey(t, everyone);
  return { ...made, path: `/api/console/applications/${made.applicationId}/keys/${made.keyId}` };
}

async function act(path: string) {
  return await t.rest('POST', path, { as: owner });
}

async function echo(request: Request) {
  return await t.rest('POST', '/v1/sandbox/echo', request);
}

async function validate(request: Request) {
  return await t.rest('POST', '/v1/sandbox/validate', request);
}

function rank(status: number): number {
  return [401, 403, 415, 413, 422].indexOf(status);
}

// Well formed, with the same prefix and a valid checksum, so that only the database can reject it.
function guessLike(secret: string): string {
  const [, , prefix] = secret.split('_');
  const guess = sealed(`ak_sandbox_${prefix}_${'0'.repeat(36)}`);
  if (kindOfSecret(guess) !== 'ak_sandbox') throw new Error(`${guess} is not well formed.`);
  return guess;
}

function breakChecksum(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
}

function sealed(body: string): string {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const digits = [0, 1, 2, 3, 4, 5].map((place) => base62[Math.floor(crc32(body) / 62 ** place) % 62]);
  return body + digits.toReversed().join('');
}
