import { beforeEach, describe, expect, it } from 'vitest';
import { Session } from '../../../db/models/session.ts';
import { testApp } from '../../support/app.ts';
import { atPages, atPresent, authorizationUrl, mcpCredentialOf } from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { cast, signInAgain } from '../../support/people.ts';
import { visitorOf } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { baseUrl } = t.config;
atPresent(t);
const place = await cast(t);
const holder = await place.as('DEVELOPER');
const host = await documentHost();
const client = host.describe('/client.json');
const { id: credential } = await mcpCredentialOf(t, place, { holderId: holder.memberId });

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner, holder);
});

const someone = () => visitorOf(t, baseUrl);
const asked = authorizationUrl({ client });
const signingIn = { action: 'sign-in', email: holder.email, password: holder.password };
const sessions = async () =>
  await Session.query(t.ports.database.knex)
    .where({ personId: holder.personId, revokedAt: null })
    .resultSize();

describe('signing in with two tabs', () => {
  it('one after the other continues in the second tab, and ends the session of the first', async () => {
    const visitor = someone();
    const pages = [await visitor.open(asked), await visitor.open(asked)] as const;
    const before = await sessions();

    await visitor.submit(pages[0], signingIn);
    const second = await visitor.submit(pages[1], signingIn);
    const { elsewhere } = await atPages(visitor, holder).allow(second, credential);

    expect(second.html).toContain('name="credential"');
    expect(elsewhere?.searchParams.get('code')).toBeTruthy();
    expect(await sessions()).toBe(before + 1);
  });

  it('at the same time shows only our own pages', async () => {
    const visitor = someone();
    const pages = [await visitor.open(asked), await visitor.open(asked)] as const;

    await visitor.send(pages[0], signingIn);
    await visitor.submit(pages[1], signingIn);
    const first = await visitor.open(pages[0].url.href.replace('/interaction/', '/auth/'));

    expect(first).toMatchObject({ status: 400, elsewhere: null });
    expect(first.html).toContain('nothing left to decide');
    expect(first.html).not.toContain('<script');
    expect(first.headers['content-security-policy']).not.toContain('script');
  });
});

describe('a signed-in person', () => {
  it('is named on the consent page, and may sign in there as another person', async () => {
    const visitor = someone();
    const before = await sessions();
    const consent = await atPages(visitor, holder).toConsent({ client });
    const forged = await visitor.submit(consent, { action: 'other', token: 'x' });

    const page = await visitor.submit(consent, { action: 'other' });
    const after = await sessions();
    const others = await atPages(visitor, place.owner).signIn(page);

    expect(consent.html).toContain(holder.email);
    expect(forged.status).toBe(400);
    expect(page.html).toContain('name="password"');
    expect(after).toBe(before);
    expect(others.html).toContain(place.owner.email);
    expect(others.html).not.toContain(holder.email);
  });

  it('who signed in for an authorization and denies it is signed out, and returns to the client', async () => {
    const visitor = someone();
    const before = await sessions();

    const { elsewhere } = await atPages(visitor, holder).deny(
      await atPages(visitor, holder).toConsent({ client }),
    );

    expect(elsewhere?.searchParams.get('error')).toBe('access_denied');
    expect(await sessions()).toBe(before);
    expect((await visitor.open(asked)).html).toContain('name="password"');
  });

  it('who was signed in before a denial stays signed in', async () => {
    const visitor = someone();
    const pages = atPages(visitor, holder);
    await pages.consent({ client }, credential);

    await pages.deny(await pages.toConsent({ client }));

    expect((await pages.toConsent({ client })).html).toContain('name="credential"');
  });
});

describe('another name of this machine', () => {
  it('redirects to the base URL, from which the forms are accepted', async () => {
    const { port } = new URL(baseUrl);
    const answer = await t.rest('GET', asked, { headers: { host: `127.0.0.1${port && `:${port}`}` } });
    const foreign = await t.rest('GET', asked, { headers: { host: 'platform.example' } });

    expect([answer.status, answer.headers['location']]).toEqual([307, `${baseUrl}${asked}`]);
    expect(foreign.headers['location']).toMatch(/^\/oauth\/interaction\//);
  });
});

describe('a form', () => {
  it.each(['application/json', 'text/plain', ''])('is rejected with the content type %j', async (type) => {
    const page = await someone().open(asked);
    const visitor = someone();
    const own = await visitor.open(asked);
    const cookie = visitor
      .cookies()
      .map((text) => text.split(';', 1)[0])
      .join('; ');
    const headers = { 'content-type': type, cookie, origin: baseUrl };
    const sent = await t.rest('POST', own.url.pathname, { headers, body: 'action=deny' });
    const token = await t.rest('POST', '/oauth/token', { headers, body: 'grant_type=client_credentials' });

    expect(page.status).toBe(200);
    expect(sent.status).toBe(415);
    expect(String(sent.body)).toContain('Send a form');
    expect(token).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    expect(token.body.error_description).toContain('application/x-www-form-urlencoded');
  });
});
