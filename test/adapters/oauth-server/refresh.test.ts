import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { AuditEntry } from '../../../db/models/audit.ts';
import { OAuthRecord } from '../../../db/models/oauth-record.ts';
import { plain } from '../../../schema/records/mail/rules.ts';
import { agentOf } from '../../support/agents.ts';
import { anotherInstance, testApp, type Answer } from '../../support/app.ts';
import { atPages, atPresent, keyPairOf, mcpCredentialOf, tokensOf } from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { textOfAll } from '../../support/contents.ts';
import { mailsTo } from '../../support/mail.ts';
import { cast, signInAgain, type CastMember } from '../../support/people.ts';
import { visitorOf } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { baseUrl } = t.config;
const { knex } = t.ports.database;
atPresent(t);
const place = await cast(t);
const host = await documentHost();
const client = host.describe('/client.json');
const tokens = tokensOf(t);
const other = await anotherInstance(t);

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner);
});

/** Connects the client with a new credential of the person. */
async function connected(
  person: CastMember = place.owner,
  more: Record<string, string> = {},
  credential: Record<string, unknown> = {},
) {
  const { id } = await mcpCredentialOf(t, place, { holderId: person.memberId, ...credential });
  const query = await atPages(visitorOf(t, baseUrl), person).consent({ client, more }, id);
  const { body } = await tokens.byCode(query.get('code') ?? '', client);
  return { id, access: body.access_token as string, refresh: body.refresh_token as string, body };
}
const statusBy = async (token: string) => (await agentOf(t, token).search()).status;
const codeBy = async (token: string) => (await agentOf(t, token).search()).body.code;
const refused = { status: 400, body: { error: 'invalid_grant' } };
const lastEntry = async () =>
  await AuditEntry.query(knex).where({ chain: place.workspaceId }).orderBy('seq', 'desc').first();
const given = ({ body }: Answer) => ({
  access: body.access_token as string,
  refresh: body.refresh_token as string,
});

describe('a person who has connected a client', () => {
  it('need not sign in again: a refresh token yields the next access token after the first expires', async () => {
    const { id, access, refresh } = await connected();
    await t.rest('POST', '/api/auth/sign-out', { as: place.owner, body: { everywhere: true } });

    t.clock.advance({ minutes: 11 });
    const over = await codeBy(access);
    const answer = await tokens.refresh(refresh, client);

    expect(over).toBe('session_expired');
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store' },
      body: { token_type: 'Bearer', expires_in: 600, scope: 'mcp:read' },
    });
    expect(decodeJwt(answer.body.access_token)).toMatchObject({
      client_id: id,
      azp: client,
      sub: place.owner.personId,
      aud: `${baseUrl}/mcp`,
    });
    expect(answer.body.refresh_token).not.toBe(refresh);
    expect(await statusBy(answer.body.access_token)).toBe(200);
  });

  it('stays connected from one refresh to the next until the credential expires', async () => {
    const days = 85;
    let { refresh } = await connected();
    for (let day = 0; day < days; day += 17) {
      t.clock.advance({ days: 17 });
      const answer = await tokens.refresh(refresh, client);
      expect(answer.status, `day ${day + 17}`).toBe(200);
      ({ refresh } = given(answer));
    }

    t.clock.advance({ days: 6 });

    expect(await tokens.refresh(refresh, client)).toMatchObject(refused);
  });

  it('must allow the client again after it was idle for 30 days', async () => {
    const [inTime, late] = [await connected(), await connected()];

    t.clock.advance({ days: 30, seconds: -2 });
    expect((await tokens.refresh(inTime.refresh, client)).status).toBe(200);
    t.clock.advance({ seconds: 3 });
    expect(await tokens.refresh(late.refresh, client)).toMatchObject(refused);
  });

  it('grants both scopes, of which a refresh may request fewer but never more', async () => {
    const both = await connected(place.owner, { scope: 'mcp:read mcp:request offline_access' });
    const one = await connected();

    const fewer = await tokens.refresh(both.refresh, client, { scope: 'mcp:request offline_access' });
    const all = await tokens.refresh(given(fewer).refresh, client);
    const more = await tokens.refresh(one.refresh, client, { scope: 'mcp:read mcp:request' });

    expect(both.body.scope).toBe('mcp:read mcp:request');
    expect(fewer).toMatchObject({ status: 200, body: { scope: 'mcp:request' } });
    expect(all).toMatchObject({ status: 200, body: { scope: 'mcp:read mcp:request' } });
    expect(more).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    expect((await tokens.refresh(one.refresh, client)).status).toBe(200);
  });

  it('gets no refresh token for a client whose document names only other grants', async () => {
    const onlyCodes = host.describe('/plain.json', { grant_types: ['authorization_code'] });
    const { id } = await mcpCredentialOf(t, place);
    const query = await atPages(visitorOf(t, baseUrl), place.owner).consent({ client: onlyCodes }, id);

    const answer = await tokens.byCode(query.get('code') ?? '', onlyCodes);

    expect(answer.status).toBe(200);
    expect(answer.body).not.toHaveProperty('refresh_token');
  });
});

describe('the limit of stored connections', () => {
  it('keeps the last 500 used tokens of a code', async () => {
    const refreshTokens = async () => await OAuthRecord.query(knex).where({ kind: 'REFRESH_TOKEN' });
    const before = new Set((await refreshTokens()).map(({ id }) => id));
    const { refresh } = await connected();
    const own = (await refreshTokens()).find(({ id }) => !before.has(id))?.toJSON();
    const { grantId } = own ?? {};
    const used = Array.from({ length: 505 }, (_, index) => {
      const consumedAt = new Date(t.clock.now().getTime() - (index + 1) * 60_000);
      return { ...own, id: `used-${index}`, consumedAt };
    });
    await OAuthRecord.query(knex).insert(used);

    expect((await tokens.refresh(refresh, client)).status).toBe(200);
    const kept = await OAuthRecord.query(knex)
      .where({ grantId: grantId ?? '', kind: 'REFRESH_TOKEN' })
      .whereNotNull('consumedAt')
      .select('id');
    expect(kept).toHaveLength(500);
    expect(kept.some(({ id }) => id === 'used-498')).toBe(true);
    expect(kept.some(({ id }) => id === 'used-499')).toBe(false);
  });

  it('is 20 per consent: one more ends the least recently used connection, with an audit entry', async () => {
    const { id, refresh: used } = await connected();
    const pages = atPages(visitorOf(t, baseUrl), place.owner);
    const connect = async () => {
      t.clock.advance({ seconds: 1 });
      const query = await pages.consent({ client }, id);
      return given(await tokens.byCode(query.get('code') ?? '', client));
    };
    const unused = await connect();
    // The instance has cached its access token, and must nevertheless reject it later.
    await statusBy(unused.access);
    t.clock.advance({ seconds: 1 });
    const all = [given(await tokens.refresh(used, client))];
    for (let count = 0; count < 19; count += 1) all.push(await connect());

    const entry = await lastEntry();
    const ended = await tokens.refresh(unused.refresh, client);
    const statuses = [];
    for (const { refresh } of all) statuses.push((await tokens.refresh(refresh, client)).status);
    expect(statuses).toEqual(Array.from({ length: 20 }, () => 200));
    expect([ended.status, await statusBy(unused.access)]).toEqual([400, 401]);
    expect(entry?.action).toBe('mcp_consent.disconnected');
  });

  it('ignores codes that are never exchanged', async () => {
    const { id, refresh } = await connected();
    const pages = atPages(visitorOf(t, baseUrl), place.owner);
    for (let count = 0; count < 25; count += 1) await pages.consent({ client }, id);

    expect((await tokens.refresh(refresh, client)).status).toBe(200);
  });
});

describe('a refresh token', () => {
  it('that arrives again within 20 seconds yields a new successor while the previous one is unused', async () => {
    const { refresh } = await connected();

    const lost = given(await tokens.refresh(refresh, client));
    t.clock.advance({ seconds: 19 });
    const again = await tokensOf(other).refresh(refresh, client);
    const next = await tokens.refresh(given(again).refresh, client);

    expect(again.status).toBe(200);
    expect(given(again).refresh).not.toBe(lost.refresh);
    expect(next.status).toBe(200);
    expect(await statusBy(given(next).access)).toBe(200);
  });

  it('that was replaced before its first use ends the family when it arrives', async () => {
    const { refresh } = await connected();
    const lost = given(await tokens.refresh(refresh, client));
    const again = given(await tokens.refresh(refresh, client));

    const late = await tokens.refresh(lost.refresh, client);

    expect(late).toMatchObject(refused);
    expect(await codeBy(again.access)).toBe('session_invalid');
    expect(await tokens.refresh(again.refresh, client)).toMatchObject(refused);
  });

  it.each([
    ['20 seconds later', 20, false],
    ['after its successor was used', 1, true],
  ])(
    'that arrives again %s ends the family with all its access tokens, and the person is notified',
    async (_when, seconds, isUsed) => {
      const { access, refresh } = await connected();
      const apart = await connected();
      const first = given(await tokens.refresh(refresh, client));
      const last = isUsed ? given(await tokens.refresh(first.refresh, client)) : first;
      const all = [access, first.access, last.access];
      for (const token of all) expect(await statusBy(token)).toBe(200);

      t.clock.advance({ seconds });
      const again = await tokens.refresh(refresh, client);

      expect(again).toMatchObject(refused);
      expect(again.body.error_description).toContain('A second use ends all');
      expect(await lastEntry()).toMatchObject({
        action: 'mcp_consent.token_reused',
        actor: { kind: 'MEMBER', id: place.owner.memberId },
        origin: { requestId: again.headers['x-request-id'] },
      });
      for (const token of all) expect(await codeBy(token)).toBe('session_invalid');
      expect(await tokens.refresh(last.refresh, client)).toMatchObject(refused);
      expect(await statusBy(apart.access)).toBe(200);
      expect((await tokens.refresh(apart.refresh, client)).status).toBe(200);
      const mail = (await mailsTo(t, place.owner.email)).find(({ subject }) => /disconnected/.test(subject));
      expect(mail?.text).toContain(plain(client));
    },
  );

  it('that arrives several times at the same time, at several instances, leaves one working successor', async () => {
    const { refresh } = await connected();

    const answers = await Promise.all(
      [t, other, t, other, t, other].map(async (at) => await tokensOf(at).refresh(refresh, client)),
    );
    const successors = answers.map((answer) => given(answer).refresh);
    const rows = await OAuthRecord.query(knex).where({ kind: 'REFRESH_TOKEN' }).whereNull('supersededAt');
    const left = rows.filter(({ consumedAt, predecessorId }) => !consumedAt && predecessorId);

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(successors).size).toBe(6);
    const grants = new Set(left.map(({ grantId }) => grantId));
    expect(left.length).toBe(grants.size);
  });

  it('that arrives together with its successor never leaves two working tokens', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { refresh } = await connected();
      const next = given(await tokens.refresh(refresh, client));

      const answers = await Promise.all([
        tokens.refresh(refresh, client),
        tokensOf(other).refresh(next.refresh, client),
      ]);
      const good = answers.filter(({ status }) => status === 200).map(given);
      const alive = [];
      for (const { refresh: it } of good) alive.push((await tokens.refresh(it, client)).status);

      expect(good.length).toBe(1);
      expect(alive).toEqual([400]);
    }
  });

  it('works only for its own client', async () => {
    const { access, refresh } = await connected();

    expect(await tokens.refresh(refresh, host.describe('/other.json'))).toMatchObject(refused);
    expect(await tokens.refresh('no-such-token', client)).toMatchObject(refused);
    expect(await statusBy(access)).toBe(200);
    expect((await tokens.refresh(refresh, client)).status).toBe(200);
  });

  it('needs no request to a client without a key, and appears in neither the database nor the log', async () => {
    const path = '/lasting.json';
    const lasting = host.describe(path);
    const { id } = await mcpCredentialOf(t, place);
    const query = await atPages(visitorOf(t, baseUrl), place.owner).consent({ client: lasting }, id);
    const first = given(await tokens.byCode(query.get('code') ?? '', lasting));
    host.at.set(path, { status: 503, body: '' });
    const third = await anotherInstance(t);

    const answer = await tokensOf(third).refresh(first.refresh, lasting);
    const all = `${await textOfAll(t.ports.database)}${JSON.stringify([...t.events, ...third.events])}`;

    expect(answer.status).toBe(200);
    const secrets = [first.refresh, given(answer).refresh, first.access, given(answer).access];
    expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    const { sealed } = await OAuthRecord.query(knex).findOne({ kind: 'REFRESH_TOKEN' }).throwIfNotFound();
    expect(sealed.length).toBeGreaterThan(0);
  });

  it('of a client with a key needs the key that its document contains now', async () => {
    const path = '/keyed.json';
    const [before, after] = [keyPairOf('ES256'), keyPairOf('ES256')];
    const describedBy = ({ publicKey }: typeof before) => {
      const jwks = { keys: [{ ...publicKey, alg: 'ES256', use: 'sig' }] };
      const method = { token_endpoint_auth_method: 'private_key_jwt' };
      return host.describe(path, { ...method, token_endpoint_auth_signing_alg: 'ES256', jwks });
    };
    const keyed = describedBy(before);
    const by = async (pair: typeof before) => ({
      client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
      client_assertion: await pair.assertion(keyed, `${baseUrl}/oauth`),
    });
    const { id } = await mcpCredentialOf(t, place);
    const query = await atPages(visitorOf(t, baseUrl), place.owner).consent({ client: keyed }, id);
    const first = given(await tokens.byCode(query.get('code') ?? '', keyed, await by(before)));

    const withoutKey = await tokens.refresh(first.refresh, keyed);
    const next = await tokens.refresh(first.refresh, keyed, await by(before));
    describedBy(after);
    // Each instance caches a document for a minute; this instance has not fetched it yet.
    const fresh = tokensOf(await anotherInstance(t));
    const old = await fresh.refresh(given(next).refresh, keyed, await by(before));
    const present = await fresh.refresh(given(next).refresh, keyed, await by(after));

    expect([withoutKey.status, next.status, old.status, present.status]).toEqual([401, 200, 401, 200]);
  });
});
