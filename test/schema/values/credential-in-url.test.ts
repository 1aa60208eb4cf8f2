import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mintSecret } from '../../../schema/values/secret.ts';
import { credentialInUrl, routeOnly } from '../../../schema/values/credential-in-url.ts';
import { count } from '../../support/count.ts';
import { seed } from '../../support/seed.ts';

const jwt = 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJwZXJfMDEifQ.c2lnbmF0dXJl-_x';
const credentials = [
  { kind: 'a sandbox key', credential: mintSecret('ak_sandbox').text },
  { kind: 'a live key', credential: mintSecret('ak_live').text },
  { kind: 'a refresh token', credential: mintSecret('rt').text },
  { kind: 'the token of an invitation', credential: mintSecret('tok_invite').text },
  { kind: 'a token that verifies an address', credential: mintSecret('tok_verify').text },
  { kind: 'a token that replaces a password', credential: mintSecret('tok_reset').text },
  { kind: 'an automation’s secret', credential: mintSecret('acs').text },
  { kind: 'a session token', credential: jwt },
];
const placements: { place: string; put: (credential: string) => string }[] = [
  { place: 'a query value', put: (text) => `/v1/sandbox/echo?q=${text}` },
  { place: 'the name of a parameter', put: (text) => `/graphql?${text}` },
  { place: 'a later parameter', put: (text) => `/graphql?first=20&q=x${text}&after=y` },
  { place: 'a segment of the path', put: (text) => `/v1/${text}/echo` },
  { place: 'a parameter of the path', put: (text) => `/v1/sandbox;s=${text}/echo` },
  { place: 'what looks like a fragment', put: (text) => `/v1/sandbox/echo#${text}` },
  { place: 'the user of an absolute target', put: (text) => `http://user:${text}@localhost/v1/sandbox/echo` },
  {
    place: 'a URL inside the query',
    put: (text) => `/graphql?next=${encodeURIComponent(`https://x.test/?a=${text}`)}`,
  },
  {
    place: 'variables',
    put: (text) => `/graphql?variables=${encodeURIComponent(JSON.stringify({ a: [text] }))}`,
  },
  { place: 'an encoded value', put: (text) => `/graphql?q=${encoded(text, 1)}` },
  { place: 'a value encoded three times', put: (text) => `/graphql?q=${encoded(text, 3)}` },
  { place: 'a broken encoding', put: (text) => `/graphql?q=%zz%f%${encoded(text, 2)}%E0%A4%` },
];

describe('a credential in a URL', () => {
  describe.each(placements)('in $place', ({ put }) => {
    it.each(credentials)('is detected: $kind', ({ credential }) => {
      const url = put(credential);

      expect(credentialInUrl(url)).toBe(true);
      expect(routeOnly(url)).toBe('[refused]');
    });
  });

  // oxfmt-ignore
  it.each([
    'access_token',
    'accessToken',
    'ACCESS-TOKEN',
    'refresh_token',
    'id_token',
    'token',
    'Token',
    'api_key',
    'apikey',
    'API-Key',
    'key',
    'authorization',
    'auth',
    'secret',
    'client_secret',
    'password',
    'credential',
    'bearer',
    'jwt',
    'session-token',
    'acc%65ss_token',
    'acc%2565ss_token',
    'token%5B%5D',
  ])('is detected by the name of its parameter: %s', (name) => {
    expect(credentialInUrl(`/graphql?${name}=x`)).toBe(true);
    expect(credentialInUrl(`/graphql?first=1&${name}=x&last=1`)).toBe(true);
    expect(credentialInUrl(`/graphql;${name}=x`)).toBe(true);
    expect(
      credentialInUrl(`/graphql?next=${encodeURIComponent(`/callback?${decodeURIComponent(name)}=x`)}`),
    ).toBe(true);
    expect(credentialInUrl(`/graphql?${name}=`)).toBe(false);
    expect(credentialInUrl(`/graphql?${name}`)).toBe(false);
  });

  // oxfmt-ignore
  it.each([
    'https://user:hunter2@sallyport.test/',
    'https://:hunter2@sallyport.test/',
    '/login?next=//user:hunter2@x.test',
    '/login?next=https%3A%2F%2Fuser%3Ahunter2%40x.test',
    'whsec_sandbox_ab12CD34ef',
    '/x?q=ak_live_ab12CD',
    `/x?q=${jwt.slice(0, -8)}`,
    '/x?q=eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    '/x?q=eyJhbGciOiJkaXIifQ..aXY.Y3Q.dGFn',
  ])('is detected: %s', (url) => {
    expect(credentialInUrl(url)).toBe(true);
  });

  it('is detected at any place of any URL, encoded up to three times', () => {
    const arbitrary = fc.tuple(
      fc.webPath(),
      fc.webQueryParameters(),
      fc.constantFrom(...credentials),
      fc.nat(3),
      fc.nat(),
    );

    fc.assert(
      fc.property(arbitrary, ([path, query, { credential }, times, at]) => {
        const url = `${path}?${query}`;
        const place = at % (url.length + 1);

        expect(
          credentialInUrl(`${url.slice(0, place)}/${encoded(credential, times)}/${url.slice(place)}`),
        ).toBe(true);
      }),
      { seed: seed(), numRuns: count(100_000) },
    );
  });
});

describe('an authorization request', () => {
  const own = `client_id=https%3A%2F%2Fa.example%2Fc%3Fkey%3D1&redirect_uri=https%3A%2F%2Fa.example%2F%3Ftoken%3D1&state=${jwt}`;

  it('may contain the values that its client needs back, but no other credential', () => {
    expect(credentialInUrl(`/oauth/auth?${own}`)).toBe(false);
    expect(credentialInUrl(`https://platform.example/oauth/auth?${own}`)).toBe(false);
    for (const more of [
      `client_secret=1`,
      `scope=${jwt}`,
      `a=b?access_token=1`,
      `resource=${mintSecret('mcs').text}`,
    ])
      expect(credentialInUrl(`/oauth/auth?${own}&${more}`)).toBe(true);
  });

  it.each(['/graphql', '/oauth/token', '/oauth/auth/uid', '/x/oauth/auth', '/oauth/auth/'])(
    'is not recognized on another path: %s',
    (path) => {
      expect(credentialInUrl(`${path}?state=${jwt}`)).toBe(true);
    },
  );
});

describe('the id of a sign-in', () => {
  const ofSignIn = fc
    .tuple(fc.stringMatching(/^[\w-]{34}$/), fc.constantFrom('rt_gEeWqM', 'mcs_XRcS8'), fc.nat(34))
    .map(([random, piece, at]) => random.slice(0, at) + piece + random.slice(at));

  it('passes, although it may contain the prefix of a secret by chance', () => {
    fc.assert(
      fc.property(ofSignIn, fc.constantFrom('auth', 'interaction'), (id, step) => {
        expect(credentialInUrl(`/oauth/${step}/${id}`)).toBe(false);
        expect(credentialInUrl(`https://platform.example/oauth/${step}/${id}?x=1`)).toBe(false);
      }),
      { seed: seed(), numRuns: count(10_000), endOnFailure: true },
    );
  });

  it.each(credentials)('hides no credential: $kind', ({ credential }) => {
    const id = 'V1StGXR8_Z5jdHi6B-myTa7kLmNoPqRsUvWxYz01234';
    expect(credentialInUrl(`/oauth/interaction/${id}`)).toBe(false);
    for (const target of [credential, `${id}?q=${credential}`, `${id}/${credential}`, `${id}#${credential}`])
      expect(credentialInUrl(`/oauth/interaction/${target}`)).toBe(true);
  });
});

describe('a harmless URL', () => {
  // oxfmt-ignore
  it.each([
    '/',
    '/graphql',
    '/v1/sandbox/echo',
    '/openapi.json',
    '/.well-known/jwks.json',
    '*',
    '/api/console/applications/app_01j8xk3v4bfq2t0c9r6m5n7p8w/keys/key_01j8xk3v4bfq2t0c9r6m5n7p8w',
    '/api/console/applications/app_x/keys/key_y',
    '/api/auth/refresh-token',
    '/api/console/tokens',
    '/oauth/token',
    '/docs/start_tutorial',
    '/docs/break_live_stream',
    '/docs/report_generated?sort=import_finished',
    '/docs/rt_x',
    '/docs/ak_live',
    '/docs/how-to-rotate-an-api-key',
    '/docs/eyJ',
    '/files/a.b.c.d',
    '/graphql?query=%7B%20apiKeys(applicationId%3A%22app_x%22)%20%7B%20nodes%20%7B%20id%20%7D%20%7D%20%7D',
    '/api/console/members?first=20&after=eyJwb3NpdGlvbiI6NDJ9',
    '/x?keyId=key_y&tokenCount=3&keys=2&monkey=1&author=me',
    '/x?from=2026-01-01T10:00:00Z&to=12:30@noon',
    '/x?email=a@b.test',
    '/x?q=100%',
    '/x?q=%zz%',
    '/x?key=&token=',
    'https://console.sallyport.test:4000/applications?page=2',
    'https://user@sallyport.test/',
  ])('passes: %s', (url) => {
    expect(credentialInUrl(url)).toBe(false);
  });

  it('passes with any identifiers and words', () => {
    const word = fc.stringMatching(/^[a-z]{1,12}$/);
    const id = fc.tuple(
      fc.constantFrom('app', 'key', 'ws', 'mem', 'rft'),
      fc.stringMatching(/^[0-9a-hjkmnp-tv-z]{26}$/),
    );
    const part = fc.oneof(
      word,
      id.map((parts) => parts.join('_')),
    );

    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), fc.array(part), (path, values) => {
        const query = values.map((value, i) => `p${i}=${value}`).join('&');

        expect(credentialInUrl(`/${path.join('/')}?${query}`)).toBe(false);
      }),
      { seed: seed(), numRuns: count(100_000) },
    );
  });
});

describe('the logged form of a URL', () => {
  // oxfmt-ignore
  it.each([
    ['/v1/sandbox/echo', '/v1/sandbox/echo'],
    ['/graphql?query={me{id}}', '/graphql'],
    ['/graphql?', '/graphql'],
    ['/a#b?c', '/a'],
    ['https://sallyport.test/console?page=2', 'https://sallyport.test/console'],
    ['/x?token=abc', '[refused]'],
    [`/${'a'.repeat(300)}`, `/${'a'.repeat(199)}…`],
    [`/${'a'.repeat(199)}`, `/${'a'.repeat(199)}`],
    [`/${'a'.repeat(200)}`, `/${'a'.repeat(199)}…`],
    ['', ''],
  ])('%s', (url, logged) => {
    expect(routeOnly(url)).toBe(logged);
  });

  it('contains nothing of the query', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.webQueryParameters(), (path, query) => {
        expect(['[refused]', path, `${path.slice(0, 200)}…`]).toContain(routeOnly(`${path}?${query}`));
      }),
      { seed: seed(), numRuns: count(100_000) },
    );
  });
});

// Encodes each character as %XX, and after that only the percent signs.
function encoded(text: string, times: number): string {
  if (times === 0) return text;
  const once = Array.from(text, (character) => `%${character.charCodeAt(0).toString(16)}`).join('');
  return Array.from({ length: times - 1 }).reduce<string>((out) => out.replaceAll('%', '%25'), once);
}
