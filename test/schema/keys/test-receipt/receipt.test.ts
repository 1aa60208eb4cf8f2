import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  generateKeyPair,
  jwtVerify,
  SignJWT,
} from 'jose';
import { describe, expect, it } from 'vitest';
import { TestReceipt } from '../../../../db/models/test-receipt.ts';
import { Workspace } from '../../../../db/models/workspace.ts';
import { addSigningKey, publishSeconds } from '../../../../schema/identity/session/signing-key.ts';
import { maxReceipts } from '../../../../schema/keys/test-receipt/rules.ts';
import { newId } from '../../../../schema/values/id.ts';
import { forgetTestReceipts } from '../../../../server/jobs/forget.ts';
import { tokenSeconds } from '../../../../schema/identity/mcp-credential/tokens.ts';
import { testApp } from '../../../support/app.ts';
import { cast, signInAgain } from '../../../support/people.ts';
import { callable } from '../../../support/product-calls.ts';
import { shopDocument } from '../../../support/shop-document.ts';

const t = await testApp(
  {
    LIMIT_RECEIPT_VERIFICATIONS_PER_ADDRESS_PER_MINUTE: '1000000',
    LIMIT_ANONYMOUS_PER_IP_PER_MINUTE: '1000000',
  },
  { isChecked: true },
);
const everyone = await cast(t);
const { owner, workspaceId: workspace } = everyone;
const { knex } = t.ports.database;
const asking = { headers: { 'x-sandbox-receipt': '1' } };

const verify = async (receipt: string) =>
  (await t.rest('POST', '/v1/receipts/verify', { body: { receipt } })).body;

/** Returns a shop and the receipt of a call. */
async function received(of?: Awaited<ReturnType<typeof callable>>) {
  const shop = of ?? (await callable(t, everyone, shopDocument));
  const body = { item: 'a red teapot' };
  const { headers, body: order } = await shop.call('POST', '/orders', { ...asking, body });
  const receipt = String(headers['sallyport-receipt']);
  return { shop, order, receipt, id: String(decodeJwt(receipt).jti) };
}

describe('second wave §1.5: a test receipt', () => {
  it('is issued for a call that asks by X-Sandbox-Receipt: 1, and for no other', async () => {
    const { shop } = await received();

    const answers = [
      await shop.call('GET', '/orders'),
      await shop.call('GET', '/orders', asking),
      await shop.call('GET', '/orders', { headers: { 'x-sandbox-receipt': 'yes' } }),
      await shop.call('GET', '/nothing', asking),
    ];

    expect(answers.map(({ status, headers }) => [status, typeof headers['sallyport-receipt']])).toEqual([
      [200, 'undefined'],
      [200, 'string'],
      [422, 'undefined'],
      [404, 'undefined'],
    ]);
    expect(answers[2]?.body.errors[0].pointer).toBe('/header/x-sandbox-receipt');
  });

  it('states what was tested, and grants nothing', async () => {
    const { shop, receipt } = await received();
    const now = Math.floor(t.clock.now().getTime() / 1000);

    expect(decodeProtectedHeader(receipt)).toEqual({
      alg: 'ES256',
      typ: 'sandbox-receipt+jwt',
      kid: expect.any(String),
    });
    expect(decodeJwt(receipt)).toEqual({
      iss: t.config.baseUrl,
      jti: expect.stringMatching(/^rct_/),
      sub: shop.key.applicationId,
      workspace,
      kind: 'CALL',
      product: `${shop.slug}@v1`,
      version: '1.1',
      versionDigest: shop.version.digest,
      operationId: 'createOrder',
      method: 'POST',
      status: 201,
      scenario: null,
      conformance: { request: true, answer: true },
      requestDigest: expect.stringMatching(/^[\w-]{43}$/),
      answerDigest: expect.stringMatching(/^[\w-]{43}$/),
      via: 'KEY',
      keyId: shop.key.keyId,
      iat: now,
      exp: now + 90 * 86_400,
      grants: 'nothing',
    });
  });

  it('contains no body, header or address, also where the server stores it', async () => {
    const { receipt, id } = await received();
    const row = await TestReceipt.query(knex).findById(id);

    const texts = [JSON.stringify(decodeJwt(receipt)), JSON.stringify(row)];

    for (const text of texts) expect(text).not.toMatch(/teapot|127\.0\.0\.1|ak_sandbox_/);
  });

  it('hashes the same request alike, and with a key, so that nobody guesses a short one', async () => {
    const { shop } = await received();
    const digests = async (path: string) => {
      const { headers } = await shop.call('GET', path, asking);
      const { requestDigest, answerDigest } = decodeJwt(String(headers['sallyport-receipt']));
      return [requestDigest, answerDigest];
    };

    const [one, same, other] = [
      await digests('/orders'),
      await digests('/orders'),
      await digests('/orders?limit=2'),
    ];

    expect(same).toEqual(one);
    expect(other?.[0]).not.toBe(one?.[0]);
  });

  it('says which side does not conform', async () => {
    const shop = await callable(t, everyone, shopDocument, { requestChecks: 'REPORT' });
    const send = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await shop.call('GET', path, { headers: { ...asking.headers, ...headers } });
      return decodeJwt(String(answer.headers['sallyport-receipt']));
    };

    expect([
      await send('/orders?limit=1000'),
      await send('/code'),
      await send('/orders', { 'x-sandbox-scenario': 'unknown_fields' }),
      await send('/orders', { 'x-sandbox-scenario': 'empty' }),
      await send('/orders', { 'x-sandbox-scenario': 'server_error' }),
    ]).toMatchObject([
      { conformance: { request: false, answer: true }, scenario: null },
      { conformance: { request: true, answer: false } },
      { conformance: { request: true, answer: false }, scenario: 'unknown_fields' },
      { conformance: { request: true, answer: false }, scenario: 'empty' },
      { conformance: { request: true, answer: false }, status: 500 },
    ]);
  });

  it('verifies offline with the published keys, by a library that knows nothing of us', async () => {
    const { receipt } = await received();
    const { body } = await t.rest('GET', '/.well-known/jwks.json');
    const currentDate = t.clock.now();

    const { payload } = await jwtVerify(receipt, createLocalJWKSet(body), {
      typ: 'sandbox-receipt+jwt',
      issuer: t.config.baseUrl,
      currentDate,
    });

    expect(payload['grants']).toBe('nothing');
  });
});

describe('POST /v1/receipts/verify', () => {
  it('tells anybody that a receipt is valid, and its claims', async () => {
    const { receipt, id } = await received();

    expect(await verify(receipt)).toEqual({
      valid: true,
      why: null,
      claims: decodeJwt(receipt),
      stillCurrent: true,
    });
    expect(decodeJwt(receipt).jti).toBe(id);
  });

  it('says FORGED with 200 for a receipt with any byte changed', async () => {
    const { receipt } = await received();
    const changed = Array.from(receipt, (old, at) => {
      const other = old === 'A' ? 'B' : old === '.' ? 'A' : 'A';
      return `${receipt.slice(0, at)}${other}${receipt.slice(at + 1)}`;
    });

    const whys = new Set<string>();
    for (const one of changed) whys.add((await verify(one)).why);

    expect(changed.length).toBeGreaterThan(800);
    expect([...whys]).toEqual(['FORGED']);
  });

  it('says FORGED for each claim changed and signed again by another key, or not signed', async () => {
    const { receipt } = await received();
    const claims = decodeJwt(receipt);
    const { kid } = decodeProtectedHeader(receipt);
    const { privateKey } = await generateKeyPair('ES256');
    const header = { alg: 'ES256', typ: 'sandbox-receipt+jwt', kid: String(kid) };
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [, , signature] = receipt.split('.');
    const forged = await Promise.all(
      Object.keys(claims).map(async (name) => {
        const payload = { ...claims, [name]: name === 'grants' ? 'everything' : 'changed' };
        return [
          `${encoded(header)}.${encoded(payload)}.${signature}`,
          await new SignJWT(payload).setProtectedHeader(header).sign(privateKey),
          `${encoded({ ...header, alg: 'none' })}.${encoded(payload)}.`,
        ];
      }),
    );

    const answers = await Promise.all(forged.flat().map(verify));

    expect(answers.length).toBeGreaterThan(50);
    for (const answer of answers)
      expect(answer).toEqual({ valid: false, why: 'FORGED', claims: null, stillCurrent: false });
  });

  it('takes no other token of ours for a receipt, and no receipt for another token', async () => {
    const { receipt } = await received();

    const asReceipt = await verify(owner.token);
    const asSession = await t.rest('GET', '/api/console/workspace', {
      headers: { authorization: `Bearer ${receipt}` },
    });
    const asAgent = await t.rest('POST', '/mcp', {
      headers: { authorization: `Bearer ${receipt}` },
      body: {},
    });

    expect(asReceipt).toMatchObject({ valid: false, why: 'FORGED', claims: null });
    expect([asSession.status, asAgent.status]).toEqual([401, 401]);
  });

  it('says REVOKED from the revocation on', async () => {
    const { shop, receipt, id } = await received();

    await shop.send('POST', `/applications/${shop.key.applicationId}/receipts/${id}/revoke`);
    const again = await t.rest(
      'POST',
      `/api/console/applications/${shop.key.applicationId}/receipts/${id}/revoke`,
      {
        as: owner,
        workspace,
      },
    );

    expect(await verify(receipt)).toMatchObject({ valid: false, why: 'REVOKED', claims: { jti: id } });
    expect(again).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('is no longer current once its version is superseded, and stays valid', async () => {
    const { shop, receipt } = await received();

    await shop.publish(
      { ...shopDocument, info: { title: 'Shop', version: '1.1.0' } },
      { requestChecks: 'REPORT' },
    );

    expect(await verify(receipt)).toMatchObject({ valid: true, stillCurrent: false });
  });

  it('says FORGOTTEN for a receipt of a deleted workspace', async () => {
    const { receipt } = await received();
    const status = async (to: 'ACTIVE' | 'DELETED') =>
      await t.unrecorded(async () => {
        await Workspace.change(knex, workspace, t.clock.now(), { status: to });
      });

    await status('DELETED');
    const during = await verify(receipt);
    await status('ACTIVE');

    expect(during).toMatchObject({ valid: false, why: 'FORGOTTEN' });
  });

  it('verifies for 90 days, though its key retires long before', async () => {
    const { shop, receipt, id } = await received();
    const { accessTokenTtlSeconds: ttlSeconds, automationTokenTtlSeconds } = t.ports.settings;
    const ring = { knex, sealing: t.ports.sealing, ttlSeconds, agentTtlSeconds: tokenSeconds };
    const keys = { ...ring, automationTtlSeconds: automationTokenTtlSeconds };
    const { kid } = decodeProtectedHeader(receipt);
    await addSigningKey(keys, t.clock.now());
    const reread = async () => {
      for (const { ports } of t.instances) await ports.tokens.reread(t.clock.now());
    };

    t.clock.advance({ days: 89, seconds: publishSeconds });
    await reread();
    const before = await verify(receipt);
    t.clock.advance({ days: 1 });
    await reread();
    const after = await verify(receipt);
    const stored = async () => await TestReceipt.query(knex).findById(id);
    const during = await stored();
    await forgetTestReceipts(t.ports);
    await signInAgain(t, owner);

    expect(before).toMatchObject({ valid: true, claims: { sub: shop.key.applicationId } });
    expect(after).toMatchObject({ valid: false, why: 'EXPIRED', claims: { jti: id }, stillCurrent: false });
    expect([typeof during, typeof (await stored())]).toEqual(['object', 'undefined']);
    expect(t.ports.tokens.signer(t.clock.now()).kid).not.toBe(kid);
  });

  it('400 or 422: refuses what is no receipt by its form', async () => {
    const answers = await Promise.all(
      [{}, { receipt: '' }, { receipt: 7 }, { receipt: 'a'.repeat(5000) }].map(
        async (body) => await t.rest('POST', '/v1/receipts/verify', { body }),
      ),
    );

    expect(answers.map(({ status }) => status)).toEqual([422, 200, 422, 422]);
  });

  it('429: answers at most the limit of an address in a minute', async () => {
    const sparing = await testApp(
      { LIMIT_RECEIPT_VERIFICATIONS_PER_ADDRESS_PER_MINUTE: '60' },
      { instances: 1 },
    );
    const send = async () => await sparing.rest('POST', '/v1/receipts/verify', { body: { receipt: 'none' } });
    const statuses: number[] = [];
    for (let count = 0; count < 60; count += 1) statuses.push((await send()).status);

    expect([...new Set(statuses)]).toEqual([200]);
    expect(await send()).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  });
});

describe('the receipts of an application', () => {
  it('are listed, read alone, and found in no other application', async () => {
    const { shop, id } = await received();
    const path = (applicationId: string) => `/api/console/applications/${applicationId}/receipts`;
    const as = { as: owner, workspace };

    const list = await t.rest('GET', path(shop.key.applicationId), as);
    const one = await t.rest('GET', `${path(shop.key.applicationId)}/${id}`, as);
    const { key: other } = await callable(t, everyone, shopDocument);
    const foreign = await t.rest('GET', `${path(other.applicationId)}/${id}`, as);

    expect(list.body.data).toEqual([one.body]);
    expect(one.body).toMatchObject({
      id,
      kind: 'CALL',
      product: { slug: shop.slug },
      version: { major: 1, number: 1 },
      isCurrent: true,
      operationId: 'createOrder',
      answerStatus: 201,
      conformance: { request: true, answer: true },
      via: 'KEY',
      status: 'ACTIVE',
    });
    expect(foreign.status).toBe(404);
  });

  it('are at most 10,000: a new one replaces the oldest', async () => {
    const { shop, id } = await received();
    const row = await TestReceipt.query(knex).findById(id).throwIfNotFound();
    const columns = row.toJSON();
    const copies = Array.from({ length: maxReceipts - 1 }, () => ({ ...columns, id: newId('testReceipt') }));
    await t.unrecorded(async () => {
      for (let at = 0; at < copies.length; at += 2_000)
        await TestReceipt.query(knex).insert(copies.slice(at, at + 2_000));
    });
    const count = async () =>
      await TestReceipt.query(knex).where({ applicationId: shop.key.applicationId }).resultSize();
    const full = await count();

    const { receipt } = await received(shop);

    expect([full, await count()]).toEqual([maxReceipts, maxReceipts]);
    expect(await TestReceipt.query(knex).findById(id)).toBeUndefined();
    expect(await verify(receipt)).toMatchObject({ valid: true });
  });
});
