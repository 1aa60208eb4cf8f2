import fastify from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SandboxHealthDocument } from '../../../adapters/documents.generated.ts';
import { route } from '../../../adapters/rest/route.ts';
import { answerOtherMethods } from '../../../adapters/http/other-methods.ts';
import { serveRest } from '../../../adapters/rest/serve.ts';
import { AuditEntry } from '../../../db/models/audit.ts';
import { mintSecret } from '../../../schema/values/secret.ts';
import { contextOf, countRequest } from '../../../adapters/http/context.ts';
import { testApp, type Request } from '../../support/app.ts';
import { sandboxWorld } from './sandbox.world.ts';

const t = await testApp();
const { owner, key, reader, writer, echo } = await sandboxWorld(t);
const { knex } = t.ports.database;

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

async function validate(request: Request) {
  return await t.rest('POST', '/v1/sandbox/validate', request);
}
