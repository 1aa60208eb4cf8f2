import { beforeEach, describe, expect, it } from 'vitest';
import { anotherInstance, testApp } from '../../support/app.ts';
import { atPages, atPresent, mcpCredentialOf, tokensOf } from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { cast, signInAgain } from '../../support/people.ts';
import { visitorOf, type Visited } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { baseUrl } = t.config;
atPresent(t);
const place = await cast(t);
const host = await documentHost();
const other = await anotherInstance(t);
let turn = 0;
const alternating = {
  inject: async (request: never) => await [t, other][(turn += 1) % 2]?.app.inject(request),
};
let made = 0;

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner);
});

const atConsent = async () => {
  const path = `/client-${(made += 1)}.json`;
  const client = host.describe(path);
  const visitor = visitorOf(alternating as never, baseUrl);
  const page = await atPages(visitor, place.owner).toConsent({ client });
  const { id: credential } = await mcpCredentialOf(t, place);
  return { path, client, visitor, page, credential };
};
const codesIn = (visits: readonly Visited[]) =>
  new Set(visits.flatMap(({ elsewhere }) => elsewhere?.searchParams.getAll('code') ?? []));

describe('one consent', () => {
  it('yields one code, however often its next URL is requested at the same time, on any instance', async () => {
    const { visitor, page, credential } = await atConsent();
    await visitor.send(page, { action: 'allow', credential });
    const next = page.url.href.replace('/interaction/', '/auth/');

    const visits = await Promise.all(Array.from({ length: 12 }, async () => await visitor.open(next)));

    expect(codesIn(visits).size).toBe(1);
    const others = visits.filter(({ elsewhere }) => !elsewhere);
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 400));
  });

  it('yields one code, however often its form is sent at the same time', async () => {
    for (let times = 0; times < 5; times += 1) {
      const { visitor, page, credential } = await atConsent();
      const allow = async () => await visitor.submit(page, { action: 'allow', credential });

      const visits = await Promise.all([allow(), allow(), allow(), allow()]);

      expect(codesIn(visits).size).toBe(1);
    }
  });

  it('is not restored by a save after it was completed', async () => {
    const id = 'an-interaction-of-the-tests';
    const expiresAt = new Date(t.clock.now().getTime() + 60_000);
    const { oauthRecords: records } = t.ports;
    await records.put('INTERACTION', id, { text: '{}', expiresAt });

    const removed = await Promise.all([records.remove('INTERACTION', id), records.remove('INTERACTION', id)]);

    expect(removed.toSorted()).toEqual([false, true]);
    expect(await records.replace('INTERACTION', id, { text: '{}', expiresAt })).toBe(false);
    expect(await records.find('INTERACTION', id)).toBeNull();
  });
});

describe('an authorization that was started', () => {
  it('completes on another instance while the client’s host is down, without another request to it', async () => {
    const { path, client, visitor, page, credential } = await atConsent();
    host.at.set(path, { status: 503, body: '' });
    const before = host.asked.length;

    for (let times = 0; times < 4; times += 1) expect((await visitor.open(page.url)).status).toBe(200);
    const { elsewhere } = await visitor.submit(page, { action: 'allow', credential });
    const code = elsewhere?.searchParams.get('code') ?? '';
    const third = await anotherInstance(t);
    const answer = await tokensOf(third).byCode(code, client);

    expect(answer).toMatchObject({ status: 200, body: { scope: 'mcp:read' } });
    expect(host.asked.length).toBe(before);
  });
});
