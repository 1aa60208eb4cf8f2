import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  jwtVerify,
  SignJWT,
  type JSONWebKeySet,
} from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { SigningKey } from '../../../../db/models/signing-key.ts';
import { openKeyRing, rereadSeconds } from '../../../../schema/identity/session/key-ring.ts';
import { addSigningKey, proofDays, publishSeconds } from '../../../../schema/identity/session/signing-key.ts';
import { testApp } from '../../../support/app.ts';
import { somebody, type Somebody } from '../../../support/people.ts';
import { rotateSigningKey } from '../../../support/signing-keys.ts';

const t = await testApp();
const { knex } = t.ports.database;
const options = {
  knex,
  sealing: t.ports.sealing,
  issuer: t.config.baseUrl,
  ttlSeconds: t.config.settings.accessTokenTtlSeconds,
  automationTtlSeconds: t.config.settings.accessTokenTtlSeconds,
  agentTtlSeconds: t.config.settings.accessTokenTtlSeconds,
};
const kidOf = (token: string) => decodeProtectedHeader(token).kid;
const reread = async () => {
  for (const { ports } of t.instances) await ports.tokens.reread(t.clock.now());
};

async function published(): Promise<JSONWebKeySet> {
  return (await t.rest('GET', '/.well-known/jwks.json')).body;
}

async function publishedKids(): Promise<(string | undefined)[]> {
  return (await published()).keys.map(({ kid }) => kid);
}

async function statusOf({ token }: { token: string }): Promise<number> {
  return (await t.rest('GET', '/api/developer-portal/me', { as: token })).status;
}

/** Signs in again, so that the token is issued now. */
async function freshTokenOf({ email, password }: Somebody): Promise<string> {
  const { body } = await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
  return body.accessToken;
}

// Each test begins with one key that has already signed for a while.
beforeEach(async () => {
  t.clock.advance({ hours: 1 });
  await reread();
});

describe('rotating the signing key', () => {
  it('publishes the new key before it signs', async () => {
    const person = await somebody(t);
    const [before] = await publishedKids();

    const kid = await addSigningKey(options, t.clock.now());
    await reread();
    const during = await publishedKids();
    t.clock.advance({ seconds: publishSeconds - 1 });
    const still = await freshTokenOf(person);
    t.clock.advance({ seconds: 1 });
    const then = await freshTokenOf(person);

    expect(new Set(during)).toEqual(new Set([before, kid]));
    expect(kidOf(still)).toBe(before);
    expect(kidOf(then)).toBe(kid);
    expect(publishSeconds).toBeGreaterThan(rereadSeconds);
  });

  it('ends no session: tokens of the old key work until they expire', async () => {
    const person = await somebody(t);
    await addSigningKey(options, t.clock.now());
    await reread();
    t.clock.advance({ seconds: publishSeconds - 1 });
    const token = await freshTokenOf(person);

    const statuses: number[] = [];
    for (let passed = 0; passed < 599; passed += 30) {
      await reread();
      statuses.push(await statusOf({ token }));
      t.clock.advance({ seconds: 30 });
    }
    t.clock.advance({ seconds: -1 });
    await reread();
    const last = await statusOf({ token });
    t.clock.advance({ seconds: 1 });
    const expired = await t.rest('GET', '/api/developer-portal/me', { as: token });

    expect(statuses).toEqual(Array(20).fill(200));
    expect(last).toBe(200);
    expect(expired).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  it('lets third parties verify tokens of both keys during the rotation', async () => {
    const person = await somebody(t);
    await addSigningKey(options, t.clock.now());
    await reread();
    t.clock.advance({ seconds: publishSeconds });
    const tokens = [person.token, await freshTokenOf(person)];

    const keys = createLocalJWKSet(await published());
    const verified = await Promise.all(
      tokens.map(async (token) => await jwtVerify(token, keys, { currentDate: t.clock.now() })),
    );

    expect(verified.map(({ payload }) => payload.sub)).toEqual([person.personId, person.personId]);
    expect(new Set(tokens.map(kidOf)).size).toBe(2);
  });

  it('withdraws the old key 90 days after its last token has expired, for the proofs that it signed', async () => {
    const [before] = await publishedKids();
    const kid = await addSigningKey(options, t.clock.now());

    t.clock.advance({ days: proofDays, seconds: publishSeconds + options.ttlSeconds - 1 });
    await reread();
    const during = await publishedKids();
    t.clock.advance({ seconds: 1 });
    await reread();
    const after = await publishedKids();

    expect(during).toContain(before);
    expect(after).toEqual([kid]);
  });

  it('rejects tokens of a withdrawn key, even one that was accepted before and has not expired', async () => {
    const long = t.ports.tokens.tokensOf('test+jwt', 1_000_000, 'Get another one.');
    const token = await long.sign({ sub: 'who' }, t.clock.now());
    const verify = async () => (await long.verify(token, [], t.clock.now())).sub;
    const before = [await verify(), await verify()];
    await addSigningKey(options, t.clock.now());
    t.clock.advance({ seconds: publishSeconds + options.ttlSeconds });
    await reread();

    expect(before).toEqual(['who', 'who']);
    await expect(verify()).rejects.toMatchObject({ code: 'session_invalid' });
  });

  it('works with an instance that reads the ring later, in either order', async () => {
    const other = await openKeyRing(options, t.clock.now());
    const claims = { personId: 'per_x', sessionId: 'ses_x', authTime: t.clock.now(), amr: ['pwd'] };

    await rotateSigningKey(t.ports);
    const old = await other.issue(claims, t.clock.now());
    t.clock.advance({ seconds: rereadSeconds });
    await other.reread(t.clock.now());
    t.clock.advance({ seconds: publishSeconds - rereadSeconds });
    const fresh = await t.ports.tokens.issue(claims, t.clock.now());

    const now = t.clock.now();
    expect(kidOf(fresh)).not.toBe(kidOf(old));
    expect(await t.ports.tokens.verify(old, now)).toMatchObject({ personId: 'per_x', sessionId: 'ses_x' });
    expect(await other.verify(fresh, now)).toMatchObject({ personId: 'per_x', sessionId: 'ses_x' });
  });

  it('keeps every key that may still be needed when it is done twice in a row', async () => {
    const person = await somebody(t);
    const first = await addSigningKey(options, t.clock.now());
    t.clock.advance({ seconds: 1 });
    const second = await addSigningKey(options, t.clock.now());
    await reread();

    t.clock.advance({ seconds: publishSeconds - 1 });
    const betweenToken = await freshTokenOf(person);
    t.clock.advance({ seconds: 1 });
    const lastToken = await freshTokenOf(person);
    t.clock.advance({ seconds: options.ttlSeconds - 2 });
    await reread();

    expect([kidOf(betweenToken), kidOf(lastToken)]).toEqual([first, second]);
    expect([await statusOf({ token: betweenToken }), await statusOf({ token: lastToken })]).toEqual([
      200, 200,
    ]);
  });

  it('stores the private key sealed', async () => {
    const rows = await SigningKey.query(knex);

    expect(rows.length).toBeGreaterThan(0);
    for (const { publicJwk, sealedPrivateJwk } of rows) {
      expect(publicJwk).not.toHaveProperty('d');
      expect(sealedPrivateJwk.toString('latin1')).not.toContain('"d"');
    }
  });

  it('verifies with the sealed key only: a public key that SQL replaced is not used', async () => {
    const person = await somebody(t);
    const latest = SigningKey.query(knex).orderBy('activatesAt', 'desc').first().throwIfNotFound();
    const { id, publicJwk } = await latest;
    const theirs = await generateKeyPair('ES256', { extractable: true });
    const forgedJwk = { ...publicJwk, ...(await exportJWK(theirs.publicKey)) };
    const forged = await new SignJWT(decodeJwt(person.token))
      .setProtectedHeader({ ...decodeProtectedHeader(person.token), alg: 'ES256' })
      .sign(theirs.privateKey);

    await SigningKey.query(knex).findById(id).patch({ publicJwk: forgedJwk });
    await reread();
    const statuses = [await statusOf({ token: forged }), await statusOf(person)];
    const shown = (await published()).keys.find(({ kid }) => kid === id);
    await SigningKey.query(knex).findById(id).patch({ publicJwk });

    expect(statuses).toEqual([401, 200]);
    expect(shown).toEqual(publicJwk);
  });

  it('creates one first key when two instances start on an empty ring at the same time', async () => {
    await SigningKey.query(knex).delete();

    const rings = await Promise.all([
      openKeyRing(options, t.clock.now()),
      openKeyRing(options, t.clock.now()),
    ]);

    const [one, two] = rings.map((ring) => ring.jwks().keys.map(({ kid }) => kid));
    expect(one).toHaveLength(1);
    expect(two).toEqual(one);
    await reread();
  });
});
