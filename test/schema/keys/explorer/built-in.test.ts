import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { applicationWithKey } from '../../../support/people.ts';
import { explorerWorld } from './explorer.world.ts';

const t = await testApp({ LIMIT_EXPLORER_CALLS_PER_MEMBER_PER_MINUTE: '1000' }, { isChecked: true });
const { everyone, secret, explore, argumentsOf } = await explorerWorld(t);

describe('spec §4: the explorer calls the operations that every application has', () => {
  const builtIn = async (operationId: string, body: object = {}) =>
    await explore(operationId, body, { product: 'sandbox@v1' });

  it.each([
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', { message: 'hello', reference: 'order-42' }],
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', { message: 'hello' }],
    ['sandboxValidate', 'POST', '/v1/sandbox/validate', { operation: 'sandboxEcho', payload: {} }],
    ['sandboxHealth', 'GET', '/v1/sandbox/health', undefined],
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', { message: 7, more: 1 }],
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', undefined],
    ['sandboxEcho', 'POST', '/v1/sandbox/echo', ['hello']],
  ])('answers %s as the key would: %s %s with %j', async (operationId, method, path, body) => {
    const explored = await builtIn(operationId, { body });
    const called = await t.rest(method, path, { as: secret, body });

    const { requestId: _, ...told } = JSON.parse(explored.body.body);
    const { requestId: __, ...expected } = called.body;
    expect([explored.body.status, told]).toEqual([called.status, expected]);
  });

  it('gives no receipt, and shows the call as a command', async () => {
    const { body } = await builtIn('sandboxEcho', { body: { message: "it's" } });

    expect(body).toMatchObject({
      receiptId: null,
      receipt: null,
      conformance: { request: true, answer: null },
    });
    expect(argumentsOf(body.curl)).toEqual([
      '--request',
      'POST',
      `${t.config.sandboxUrl}/v1/sandbox/echo`,
      '--header',
      `Authorization: Bearer ${secret}`,
      '--header',
      'Content-Type: application/json',
      '--data-raw',
      '{"message":"it\'s"}',
    ]);
  });

  it('answers a repeated Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'built-in-1' };
    const body = { body: { message: 'hello' } };

    const first = await explore('sandboxEcho', body, { product: 'sandbox@v1', headers });
    const second = await explore('sandboxEcho', body, { product: 'sandbox@v1', headers });

    expect([first.status, first.body.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('counts against the limits of the key, and needs its scope', async () => {
    const reader = await applicationWithKey(t, everyone, ['read']);
    const writer = await applicationWithKey(t, everyone, ['write']);
    const how = { of: reader.applicationId, product: 'sandbox@v1' };

    const echoed = await explore('sandboxEcho', { keyId: reader.keyId, body: { message: 'hello' } }, how);
    const ofWriter = { of: writer.applicationId, product: 'sandbox@v1' };
    const healthy = await explore('sandboxHealth', { keyId: writer.keyId }, ofWriter);

    expect(echoed.body.status).toBe(403);
    expect(JSON.parse(echoed.body.body)).toMatchObject({ code: 'insufficient_scope' });
    expect(healthy.body.status).toBe(200);
  });

  it.each([
    ['another operation', 'rotateApiKey', {}, 404, 'not_found'],
    [
      'a scenario',
      'sandboxEcho',
      { scenario: 'rate_limited', body: { message: 'a' } },
      422,
      'validation_failed',
    ],
    ['a parameter', 'sandboxHealth', { parameters: { query: { a: 1 } } }, 422, 'validation_failed'],
  ])('refuses %s', async (_, operationId, body, status, code) => {
    expect(await builtIn(operationId, body)).toMatchObject({ status, body: { code } });
  });

  it('answers a body that is not JSON, too large, or not expected as the key would', async () => {
    const text = { headers: { 'content-type': 'text/plain' }, body: 'hello' };
    const problem = { headers: { 'content-type': 'application/problem+json' }, body: { message: 'hello' } };
    const large = { body: { message: 'x'.repeat(300_000) } };
    const answers = [
      await builtIn('sandboxEcho', text),
      await builtIn('sandboxEcho', problem),
      await builtIn('sandboxEcho', large),
      await builtIn('sandboxHealth', { body: { message: 'hello' } }),
    ];

    expect(answers.map(({ body }) => body.status)).toEqual([415, 415, 413, 200]);
    expect(answers.map(({ body }) => JSON.parse(body.body).code)).toEqual([
      'unsupported_media_type',
      'unsupported_media_type',
      'payload_too_large',
      undefined,
    ]);
  });
});
