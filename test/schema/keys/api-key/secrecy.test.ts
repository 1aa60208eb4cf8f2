import { describe, expect, it } from 'vitest';
import { ApiKey } from '../../../../db/models/api-key.ts';
import { digestOf } from '../../../../schema/values/secret.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { applicationWithKey, cast } from '../../../support/people.ts';

const t = await testApp();
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const { knex } = t.ports.database;
const as = { as: owner, workspace: workspaceId };
const windowLength = 12;

const createQuery = `mutation ($input: CreateApiKeyInput!) {
  createApiKey(input: $input) { apiKey { id name hint prefix lastFour } secret secretAlreadyReturned } }`;
const rotateQuery = `mutation ($input: RotateApiKeyInput!) {
  rotateApiKey(input: $input) { apiKey { id name hint prefix lastFour } secret secretAlreadyReturned } }`;
const everyField = `id applicationId environment name scopes prefix lastFour hint expiresOn status effectiveStatus
  version lastUsedAt rotatedAt revokedAt revokeReason createdAt updatedAt rowVersion application { id name }`;

describe('spec §8: a secret is displayed only once', () => {
  it('is in the field `secret` of a creation or rotation, and nowhere else in the answer', async () => {
    const { applicationId } = await applicationWithKey(t, everyone);
    const keys = `/api/console/applications/${applicationId}/keys`;
    const input = { applicationId, name: 'two', environment: 'SANDBOX', scopes: ['read'] };

    const created = await t.rest('POST', keys, { ...as, body: bodyOf('one') });
    const rotated = await t.rest('POST', `${keys}/${created.body.id}/rotate`, as);
    const createdToo = await t.graphql(createQuery, { input }, as);
    const { id } = createdToo.body.data.createApiKey.apiKey;
    const rotatedToo = await t.graphql(rotateQuery, { input: { id } }, as);

    const shown: [Answer, string][] = [
      [created, created.body.secret],
      [rotated, rotated.body.secret],
      [createdToo, createdToo.body.data.createApiKey.secret],
      [rotatedToo, rotatedToo.body.data.rotateApiKey.secret],
    ];
    for (const [{ body, headers }, secret] of shown) {
      const rest = JSON.stringify({ body, headers }).replace(JSON.stringify(secret), 'null');
      expect(leaks([secret], rest)).toEqual([]);
      expect(headers['cache-control']).toBe('no-store');
    }
    expect(new Set(shown.map(([, secret]) => secret)).size).toBe(4);
  });

  it('is in no later answer, over REST or GraphQL', async () => {
    const { applicationId, keyId, secret } = await applicationWithKey(t, everyone);
    const queries = [
      `{ apiKey(id: "${keyId}") { ${everyField} } }`,
      `{ apiKeys(applicationId: "${applicationId}", first: 10) { edges { node { ${everyField} } } } }`,
      '{ auditEntries(last: 50) { edges { node { action actor { id } targets { id } changes reason } } } }',
    ];
    const echoed = await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } });
    const revoked = await t.rest(
      'POST',
      `/api/console/applications/${applicationId}/keys/${keyId}/revoke`,
      as,
    );
    const refused = await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } });

    const answers = [
      echoed,
      revoked,
      refused,
      await t.rest('GET', `/api/console/applications/${applicationId}`, as),
      await t.rest('GET', `/api/console/applications/${applicationId}/keys`, as),
      await t.rest('GET', `/api/console/applications/${applicationId}/keys/${keyId}`, as),
      await t.rest('GET', '/api/console/audit?limit=20', as),
      await t.rest('GET', '/api/developer-portal/me', as),
      ...(await Promise.all(queries.map(async (query) => await t.graphql(query, {}, as)))),
    ];

    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 401, 200, 200, 200, 200, 200, 200, 200, 200]);
    expect(answers.flatMap(({ body }) => body.errors ?? [])).toEqual([]);
    expect(leaks([secret], JSON.stringify(answers))).toEqual([]);
  });

  it('is null in a replayed answer, which reports that it was returned before', async () => {
    const { applicationId } = await applicationWithKey(t, everyone);
    const keys = `/api/console/applications/${applicationId}/keys`;
    const request = {
      ...as,
      body: bodyOf('once'),
      headers: { 'idempotency-key': `create-${applicationId}` },
    };

    const first = await t.rest('POST', keys, request);
    const again = await t.rest('POST', keys, request);

    expect(first.body).toMatchObject({ secret: expect.any(String), secretAlreadyReturned: false });
    expect(again.body).toMatchObject({ id: first.body.id, secret: null, secretAlreadyReturned: true });
    expect(leaks([first.body.secret], JSON.stringify(again))).toEqual([]);
  });
});

describe('spec §2: the hash, the prefix and the last four characters of a secret: only these are kept', () => {
  it('the row contains the SHA-256 digest of the whole secret, the prefix and the last four characters', async () => {
    const { keyId, secret } = await applicationWithKey(t, everyone);

    const row = await ApiKey.query(knex).findById(keyId).throwIfNotFound();

    expect(row.digest.equals(digestOf(secret))).toBe(true);
    expect(row.digest).toHaveLength(32);
    expect([row.prefix, row.lastFour]).toEqual([secret.split('_')[2], secret.slice(-4)]);
  });

  it('no table and no log line contains a part of any of many secrets', async () => {
    const secrets = await makeKeys(count(1000));
    await t.writeKeyUse();

    const { text, tables } = await wholeDatabase();

    expect(tables).toEqual(expect.arrayContaining(['api_key', 'audit_entry', 'event', 'idempotency']));
    expect(secrets.filter((secret) => text.includes(secret.split('_')[2] ?? '?'))).toEqual(secrets);
    expect(leaks(secrets, text)).toEqual([]);
    expect(leaks(secrets, JSON.stringify(t.events))).toEqual([]);
  });
});

function bodyOf(name: string) {
  return { name, environment: 'SANDBOX', scopes: ['write'] };
}

/** Creates keys, ten per application. Each is used once, and every second one has an Idempotency-Key. */
async function makeKeys(total: number): Promise<string[]> {
  const secrets: string[] = [];
  let keys = '';
  for (let i = 0; i < total; i += 1) {
    if (i % 10 === 0) {
      const application = await t.rest('POST', '/api/console/applications', {
        ...as,
        body: { name: 'Many' },
      });
      keys = `/api/console/applications/${application.body.id}/keys`;
    }
    const headers: Record<string, string> = i % 2 === 0 ? { 'idempotency-key': `many-${i}` } : {};
    const made = await t.rest('POST', keys, { ...as, body: bodyOf(`key ${i}`), headers });
    const { secret } = made.body;
    const used = await t.rest('POST', '/v1/sandbox/echo', { as: secret, body: { message: 'm' } });
    expect(used.status).toBe(200);
    secrets.push(secret);
  }
  return secrets;
}

async function wholeDatabase(): Promise<{ text: string; tables: string[] }> {
  const { rows } = await knex.raw("select tablename as name from pg_tables where schemaname = 'public'");
  const tables = (rows as { name: string }[]).map(({ name }) => name);
  const texts: string[] = [];
  for (const name of tables) {
    const found = await knex.raw('select it::text as line from ?? as it', [name]);
    for (const { line } of found.rows) texts.push(line);
  }
  return { text: texts.join('\n'), tables };
}

/** Returns the pieces of twelve characters from the secret parts that the text contains. */
function leaks(secrets: string[], text: string): string[] {
  const pieces = new Set(secrets.flatMap((secret) => windowsOf(secret.split('_')[3] ?? '')));
  const found = new Set<string>();
  for (let at = 0; at + windowLength <= text.length; at += 1) {
    const piece = text.slice(at, at + windowLength);
    if (pieces.has(piece)) found.add(piece);
  }
  return [...found];
}

function windowsOf(part: string): string[] {
  if (part.length !== 42) throw new Error(`The secret part has ${part.length} characters.`);
  return Array.from({ length: part.length - windowLength + 1 }, (_, at) => part.slice(at, at + windowLength));
}
