import { describe, expect, it, vi } from 'vitest';
import { OAuthRecord } from '../../../db/models/oauth-record.ts';
import { forgetOAuthRecords } from '../../../server/jobs/forget.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import {
  atPages,
  atPresent,
  authorizationUrl,
  keyPairOf,
  mcpCredentialOf,
  tokensOf,
} from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { textOfAll } from '../../support/contents.ts';
import { cast } from '../../support/people.ts';
import { visitorOf, type Visitor } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
atPresent(t);
const { baseUrl } = t.config;
const { knex } = t.ports.database;
const place = await cast(t);
const host = await documentHost();
const client = host.describe('/client.json');

describe('the stored records of the authorization server', () => {
  it('reveal nothing to a reader of the database: no code, cookie, token, address or state', async () => {
    const pair = keyPairOf('ES256');
    const [{ id }, byKey] = [
      await mcpCredentialOf(t, place),
      await mcpCredentialOf(t, place, { publicKey: pair.publicKey }),
    ];
    const visitor = visitorOf(t, baseUrl);
    const query = await atPages(visitor, place.owner).consent({ client }, id);
    await visitor.open(authorizationUrl({ client, more: { state: 'another state', prompt: 'consent' } }));
    const assertion = await pair.assertion(byKey.id, `${baseUrl}/oauth`, { jti: 'an-id-of-the-tests' });
    await tokensOf(t).byAssertion(assertion);

    const kinds = await OAuthRecord.query(knex).distinct('kind').orderBy('kind');
    const all = await textOfAll(t.ports.database);

    expect(kinds.map(({ kind }) => kind)).toEqual([
      'ASSERTION',
      'AUTHORIZATION_CODE',
      'GRANT',
      'INTERACTION',
      'SESSION',
    ]);
    const cookies = visitor.cookies().map((text) => /=([^;]*)/.exec(text)?.[1] ?? '');
    const secrets = [
      query.get('code') ?? '',
      'a state of the tests',
      'another state',
      'an-id-of-the-tests',
      ...cookies,
    ];
    expect(secrets.length).toBeGreaterThan(10);
    expect(secrets.filter((secret) => secret !== '' && all.includes(secret))).toEqual([]);
  });

  it('serve every instance: each step of an authorization may run on another one', async () => {
    const other = await anotherInstance(t);
    const { id } = await mcpCredentialOf(t, place);
    let turn = 0;
    const alternating = {
      inject: async (request: never) => await [t, other][(turn += 1) % 2]?.app.inject(request),
    };
    const visitor: Visitor = visitorOf(alternating as never, baseUrl);

    const query = await atPages(visitor, place.owner).consent({ client }, id);
    const answers = await Promise.all(
      [t, other, t, other].map(async (at) => await tokensOf(at).byCode(query.get('code') ?? '', client)),
    );

    expect(turn).toBeGreaterThan(4);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('admit an assertion once, on any instance', async () => {
    const other = await anotherInstance(t);
    const pair = keyPairOf('EdDSA');
    const { id } = await mcpCredentialOf(t, place, { publicKey: pair.publicKey });
    const assertion = await pair.assertion(id, `${baseUrl}/oauth`);

    const answers = await Promise.all(
      [t, other, t, other].map(async (at) => await tokensOf(at).byAssertion(assertion)),
    );

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('do not expose the reason of a failure: only the log contains it', async () => {
    const { id, secret } = await mcpCredentialOf(t, place);
    const failure = new Error('a detail of ours');
    for (const { ports } of t.instances) vi.spyOn(ports.oauthRecords, 'put').mockRejectedValueOnce(failure);
    const page = await visitorOf(t, baseUrl).open(authorizationUrl({ client }));
    vi.restoreAllMocks();
    for (const { ports } of t.instances)
      vi.spyOn(ports.limiter, 'take').mockImplementation(async (name) => {
        if (name === 'failed_auth') throw failure;
        return { name, quota: 1, windowSeconds: 1, remaining: 1, resetSeconds: 1, exceeded: false };
      });
    const answer = await tokensOf(t).bySecret(id, `${secret.slice(0, -1)}_`);
    vi.restoreAllMocks();

    const logged = t.events.filter(({ event }) => event === 'oauth.failed');
    expect([page.status, answer.status]).toEqual([500, 500]);
    expect(page.html).toContain('has logged the error');
    expect(`${page.html}${JSON.stringify(answer.body)}`).not.toContain('a detail');
    expect(logged).toMatchObject([
      { requestId: page.headers['x-request-id'], error: failure },
      { requestId: answer.headers['x-request-id'], error: failure },
    ]);
  });

  it('are deleted an hour after they expire', async () => {
    const before = await OAuthRecord.query(knex).resultSize();
    t.clock.advance({ minutes: 119 });
    await forgetOAuthRecords(t.ports);
    const some = await OAuthRecord.query(knex).resultSize();
    t.clock.advance({ minutes: 2 });
    await forgetOAuthRecords(t.ports);
    const left = await OAuthRecord.query(knex).whereNot({ kind: 'REFRESH_TOKEN' }).resultSize();
    t.clock.advance({ days: 30 });
    await forgetOAuthRecords(t.ports);

    expect(before).toBeGreaterThan(some);
    expect(some).toBeGreaterThan(0);
    expect(left).toBe(0);
    expect(await OAuthRecord.query(knex).resultSize()).toBe(0);
  });
});
