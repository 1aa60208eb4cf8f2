import { beforeEach, describe, expect, it } from 'vitest';
import { McpCredentialPerson } from '../../../db/models/mcp-credential-person.ts';
import { Session } from '../../../db/models/session.ts';
import { testApp } from '../../support/app.ts';
import { atPages, atPresent, authorizationUrl, mcpCredentialOf } from '../../support/authorization.ts';
import { documentHost } from '../../support/client-documents.ts';
import { cast, join, signInAgain, somebody } from '../../support/people.ts';
import { visitorOf, type Visited } from '../../support/visitor.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { baseUrl } = t.config;
const { knex } = t.ports.database;
atPresent(t);
const place = await cast(t);
const holder = await place.as('DEVELOPER');
const host = await documentHost();
const sixth = 'http://[::1]:5555/callback';
const client = host.describe('/client.json', { redirect_uris: ['http://127.0.0.1/callback', sixth] });

beforeEach(async () => {
  atPresent(t);
  await signInAgain(t, place.owner, holder);
});

let hostile = 0;
const someone = () => visitorOf(t, baseUrl);
const held = async () => (await mcpCredentialOf(t, place, { holderId: holder.memberId })).id;
const consents = async () => await McpCredentialPerson.query(knex).where({ part: 'CONSENTED' }).resultSize();
const isSignIn = ({ html }: Visited) => html.includes('name="password"');
const isConsent = ({ html }: Visited) => html.includes('name="credential"');

describe('the sign-in page', () => {
  it('comes first, and names the client and the installation', async () => {
    const page = await someone().open(authorizationUrl({ client }));

    expect(page).toMatchObject({ status: 200, elsewhere: null });
    expect(isSignIn(page)).toBe(true);
    expect(page.html).toContain(`<h1>Sign in to Sallyport at ${new URL(baseUrl).host}</h1>`);
    expect(page.html).toContain('Desk assistant');
    expect(page.html).toContain(new URL(client).host);
  });

  it('reports a wrong password, and keeps only the email address', async () => {
    const visitor = someone();
    const page = await visitor.open(authorizationUrl({ client }));

    const wrong = await visitor.submit(page, {
      action: 'sign-in',
      email: 'a"b@example.com',
      password: 'wrong "one"',
    });

    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('The e-mail address or the password is wrong.');
    expect(wrong.html).toContain('value="a&quot;b@example.com"');
    expect(wrong.html).not.toContain('wrong &quot;one');
  });

  it('applies the sign-in limits', async () => {
    const person = await somebody(t);
    const visitor = someone();
    const page = await visitor.open(authorizationUrl({ client }));
    const tried = async (password: string) =>
      await visitor.submit(page, { action: 'sign-in', email: person.email, password });

    for (let times = 0; times < 5; times += 1) await tried('wrong');
    const over = await tried(person.password);

    expect(over.status).toBe(429);
    expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
    expect(over.html).toContain('Too many wrong passwords');
  });

  it('is skipped for an hour in the same browser', async () => {
    const credential = await held();
    const visitor = someone();
    const pages = atPages(visitor, holder);
    await pages.consent({ client }, credential);

    t.clock.advance({ minutes: 59 });
    const again = await visitor.open(authorizationUrl({ client, more: { prompt: 'consent' } }));
    t.clock.advance({ minutes: 1 });
    const later = await visitor.open(authorizationUrl({ client }));

    expect([isConsent(again), isSignIn(again)]).toEqual([true, false]);
    expect(isSignIn(later)).toBe(true);
  });

  it('appears again after the session ended elsewhere', async () => {
    const credential = await held();
    const visitor = someone();
    await atPages(visitor, holder).consent({ client }, credential);

    await t.rest('POST', '/api/auth/sign-out', { as: holder, body: { everywhere: true } });

    expect(isSignIn(await visitor.open(authorizationUrl({ client })))).toBe(true);
  });

  it('admits another person, who then decides, and ends the previous session', async () => {
    const credential = await held();
    const mine = (await mcpCredentialOf(t, place)).id;
    const visitor = someone();
    await atPages(visitor, holder).consent({ client }, credential);
    const sessions = async () =>
      await Session.query(knex).where({ personId: holder.personId, revokedAt: null }).resultSize();
    const before = await sessions();

    const page = await visitor.open(authorizationUrl({ client, more: { prompt: 'login' } }));
    const consent = await atPages(visitor, place.owner).signIn(page);

    expect(isSignIn(page)).toBe(true);
    expect(consent.html).toContain(mine);
    expect(consent.html).not.toContain(credential);
    expect(await sessions()).toBe(before - 1);
  });

  it('returns to the client when the person cancels', async () => {
    const visitor = someone();
    const page = await visitor.open(authorizationUrl({ client }));
    const { elsewhere } = await visitor.submit(page, { action: 'deny' });

    expect(Object.fromEntries(elsewhere?.searchParams ?? [])).toMatchObject({
      error: 'access_denied',
      iss: `${baseUrl}/oauth`,
      state: 'a state of the tests',
    });
  });
});

describe('the consent page', () => {
  it('names the client, its host, the redirect and the scopes, and offers the credentials of the person', async () => {
    const credential = await held();
    const other = (await mcpCredentialOf(t, place, { name: 'Not theirs' })).id;
    const page = await atPages(someone(), holder).toConsent({
      client,
      more: { scope: 'mcp:read mcp:request' },
    });

    expect(page.html).toContain('Desk assistant');
    expect(page.html).toContain('127.0.0.1:5555');
    expect(page.html).toContain(`<p class="banner">Sallyport at ${new URL(baseUrl).host}</p>`);
    expect(page.html).toContain('Find and read with the tools');
    expect(page.html).toContain('Request changes');
    expect(page.html).toContain(credential);
    expect(page.html).toContain('Owner’s workspace');
    expect(page.html).not.toContain(other);
  });

  it('offers credentials of other workspaces too, but no revoked one', async () => {
    const elsewhere = await cast(t);
    const { owner: by, workspaceId: workspace } = elsewhere;
    await join(t, { person: holder, role: 'VIEWER', by, workspace });
    const { body } = await t.rest('GET', '/api/developer-portal/me', {
      as: holder,
      workspace: elsewhere.workspaceId,
    });
    const there = (await mcpCredentialOf(t, elsewhere, { holderId: body.member.id })).id;
    const revoked = await held();
    await t.rest('POST', `/api/console/mcp/credentials/${revoked}/revoke`, {
      as: place.owner,
      workspace: place.workspaceId,
    });

    const visitor = someone();
    const page = await atPages(visitor, holder).toConsent({ client });
    const back = await atPages(visitor, holder).allow(page, there);

    expect(page.html).toContain(there);
    expect(page.html).not.toContain(revoked);
    expect(back.elsewhere?.searchParams.get('code')).toBeTruthy();
  });

  it('explains to a person without a credential who can create one, and yields no code', async () => {
    const nobody = await place.another('VIEWER');
    const credential = await held();
    const visitor = someone();
    const page = await atPages(visitor, nobody).toConsent({ client });
    const forced = await atPages(visitor, nobody).allow(page, credential);
    const { elsewhere } = await atPages(visitor, nobody).deny(page);

    expect(page.html).toContain('<h1>You need an MCP credential first</h1>');
    expect(page.html).toContain('an owner, an admin or a security administrator of your workspace');
    expect(page.html).not.toContain('Let it work in your name?');
    expect(isConsent(page)).toBe(false);
    expect(forced).toMatchObject({ status: 404, elsewhere: null });
    expect(elsewhere?.searchParams.get('error')).toBe('access_denied');
  });

  it('accepts its own form, and only from the browser that it was shown to', async () => {
    const credential = await held();
    const visitor = someone();
    const stranger = someone();
    const page = await atPages(visitor, holder).toConsent({ client });
    await atPages(stranger, place.owner).toConsent({ client });
    const before = await consents();
    const allow = { action: 'allow', credential };

    const forged = [
      await stranger.submit(page, allow),
      await someone().submit(page, allow),
      await visitor.submit(page, { ...allow, token: '' }),
      await visitor.submit(page, { ...allow, token: 'x'.repeat(43) }),
      await visitor.submit(page, allow, null),
      await visitor.submit(page, allow, 'null'),
      await visitor.submit(page, allow, 'https://evil.example'),
    ];

    for (const answer of forged) {
      expect(answer).toMatchObject({ status: 400, elsewhere: null });
      expect(answer.html).not.toContain('code=');
    }
    expect(await consents()).toBe(before);
    expect((await visitor.submit(page, allow)).elsewhere?.searchParams.get('code')).toBeTruthy();
    expect(await consents()).toBe(before + 1);
  });

  it('completes an authorization only once', async () => {
    const credential = await held();
    const visitor = someone();
    const page = await atPages(visitor, holder).toConsent({ client });
    const first = await atPages(visitor, holder).allow(page, credential);
    const again = await atPages(visitor, holder).allow(page, credential);

    expect(first.elsewhere?.searchParams.get('code')).toBeTruthy();
    expect(again).toMatchObject({ status: 400, elsewhere: null });
  });

  it('cannot be skipped: the next URL yields no code before the consent', async () => {
    const visitor = someone();
    const page = await atPages(visitor, holder).toConsent({ client });
    const skipped = await visitor.open(page.url.href.replace('/interaction/', '/auth/'));

    expect(skipped.elsewhere).toBeNull();
    expect(skipped.url.pathname).toContain('/oauth/interaction/');
  });

  it('serves the browser that signed in, not the one that started the authorization and planted its cookies', async () => {
    const [thief, victim] = [someone(), someone()];
    const { url } = await thief.open(authorizationUrl({ client }));
    for (const cookie of thief.cookies()) victim.plant(cookie, url);
    const onward = await victim.send(await victim.open(url), {
      action: 'sign-in',
      email: holder.email,
      password: holder.password,
    });
    const [, way = ''] = /content="0;url=([^"]+)"/.exec(onward.html) ?? [];
    const stolen = await thief.open(way);
    const own = await victim.open(way);

    expect(way).toMatch(/\/oauth\/auth\//);
    expect([stolen.status, isConsent(stolen)]).toEqual([400, false]);
    expect([own.status, isConsent(own)]).toEqual([200, true]);
  });

  it('expires after ten minutes', async () => {
    const credential = await held();
    const visitor = someone();
    const page = await atPages(visitor, holder).toConsent({ client });

    t.clock.advance({ minutes: 10 });
    const late = await atPages(visitor, holder).allow(page, credential);

    expect(late).toMatchObject({ status: 400, elsewhere: null });
    expect(late.html).toContain('older than ten minutes');
  });

  it('expires once its person has signed out everywhere', async () => {
    const credential = await held();
    const visitor = someone();
    const page = await atPages(visitor, holder).toConsent({ client });

    await t.rest('POST', '/api/auth/sign-out', { as: holder, body: { everywhere: true } });
    const late = await atPages(visitor, holder).allow(page, credential);

    expect(late.elsewhere).toBeNull();
    expect(late.status).toBeGreaterThanOrEqual(400);
  });
});

describe('every page', () => {
  it('runs no script, cannot be framed, loads nothing and sends its form only to us', async () => {
    const visitor = someone();
    const signIn = await visitor.open(authorizationUrl({ client }));
    const consent = await atPages(visitor, holder).signIn(signIn);
    const failed = await visitor.open('/oauth/auth?client_id=nothing');
    const over = await visitor.open('/oauth/interaction/nothing');

    const onward = await visitor.send(consent, { action: 'deny' });
    for (const page of [signIn, consent, onward, failed, over]) {
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': expect.stringMatching(
          /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
        ),
        'referrer-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'SAMEORIGIN',
        'x-request-id': expect.stringMatching(/^req_/),
      });
      expect(page.html).toContain('<html lang="en">');
      expect(page.html).not.toMatch(/<script|\son\w+=|javascript:|src=|@import|url\(/i);
    }
    expect([failed.status, over.status]).toEqual([400, 400]);
  });

  it.each(['allow', 'deny'])(
    'answers its form with a page that continues on our own host: %s',
    async (action) => {
      const visitor = someone();
      const consent = await atPages(visitor, holder).toConsent({ client, redirectUri: sixth });
      const page = await visitor.send(consent, { action, credential: await held() });
      const way = consent.url.href.replace('/interaction/', '/auth/');

      expect(page.status).toBe(200);
      expect(page.headers).not.toHaveProperty('location');
      expect(page.html).toContain(`<a href="${way}">`);
      expect(page.html).toContain(`<meta http-equiv="refresh" content="0;url=${way}" />`);
      expect((await visitor.open(way)).elsewhere?.origin).toBe('http://[::1]:5555');
    },
  );

  it('sets cookies only below /oauth, which scripts cannot read and other sites do not send', async () => {
    const visitor = someone();
    await atPages(visitor, holder).consent({ client }, await held());

    const cookies = visitor.cookies();
    expect(cookies.length).toBeGreaterThan(8);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; path=\/oauth(?:[;/]|$)/);
      expect(cookie).toMatch(/; httponly/);
      expect(cookie).toMatch(/; samesite=lax/);
    }
  });

  it('accepts no cookie that we did not sign', async () => {
    const visitor = someone();
    const page = await visitor.open(authorizationUrl({ client }));
    const uid = page.url.pathname.split('/').at(-1) ?? '';
    const unsigned = await t.rest('GET', page.url.pathname, {
      headers: { cookie: `sallyport_interaction=${uid}; sallyport_interaction.sig=${'x'.repeat(27)}` },
    });

    expect(unsigned.status).toBe(400);
  });

  it.each([
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['"><img src=x onerror=alert(1)>', '&quot;&gt;&lt;img src=x onerror=alert(1)&gt;'],
    ["' autofocus onfocus='alert(1)", '&#39; autofocus onfocus=&#39;alert(1)'],
    ['</title><b>', '&lt;/title&gt;&lt;b&gt;'],
    ['Bank\u202Ekcatta', 'Bankkcatta'],
    ['&amp;', '&amp;amp;'],
  ])('shows a hostile name as text: %j', async (client_name, shown) => {
    const id = host.describe(`/hostile-${(hostile += 1)}.json`, { client_name });
    const visitor = someone();
    const signIn = await visitor.open(authorizationUrl({ client: id }));
    const consent = await atPages(visitor, holder).signIn(signIn);

    for (const { html } of [signIn, consent]) {
      expect(html).toContain(shown);
      expect(html).not.toContain(client_name === '&amp;' ? '>&amp;<' : client_name);
    }
  });
});

describe('a client with an invisible name', () => {
  it.each(['\u200B', '\u00AD', '\u3164', '\uFEFF', '\u{E0041}\u{E0042}', '  ', '\u2800\u2003', '\u0301', ''])(
    'is shown by its host: %j',
    async (client_name) => {
      const id = host.describe(`/hostile-${(hostile += 1)}.json`, { client_name });
      const page = await someone().open(authorizationUrl({ client: id }));

      expect(page.html).toContain(`<span class="name">${new URL(id).host}</span>`);
    },
  );

  it('in parts is shown by its visible parts', async () => {
    const id = host.describe(`/hostile-${(hostile += 1)}.json`, { client_name: ' Desk\u200B \u3164  one ' });
    const page = await someone().open(authorizationUrl({ client: id }));

    expect(page.html).toContain('<span class="name">Desk one</span>');
  });
});

describe('over TLS', () => {
  it('cookies are sent over TLS only, and their names declare it', async () => {
    const secure = await testApp({
      BASE_URL: 'https://platform.example',
      SALLYPORT_ENV: 'production',
      EGRESS_ALLOWED_HOSTS: '127.0.0.1',
    });
    atPresent(secure);
    const visitor = visitorOf(secure, 'https://platform.example');
    const page = await visitor.open(authorizationUrl({ client }));

    expect(page.url.origin).toBe('https://platform.example');
    expect(visitor.cookies().length).toBeGreaterThan(3);
    for (const cookie of visitor.cookies()) expect(cookie).toMatch(/^__Secure-sallyport_.*; secure/);
  });
});
