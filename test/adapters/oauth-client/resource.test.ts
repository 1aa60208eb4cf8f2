import { describe, expect, it } from 'vitest';
import { createProviderOAuth } from '../../../adapters/oauth-client/oauth.ts';
import { publicFrontier } from '../../../adapters/egress/destination.ts';
import { createEgress } from '../../../adapters/egress/egress.ts';
import { TestClock } from '../../support/clock.ts';
import { hostileOAuth, type Said } from '../../support/hostile-oauth.ts';
import { failureOf } from '../../support/oauth.ts';
import { egress } from '../../support/remote-tools.ts';

const oauth = createProviderOAuth(egress, new TestClock());
const wellKnown = '/.well-known/oauth-protected-resource';
const its = '/.well-known/oauth-authorization-server';

interface World {
  challenge: string | null;
  /** The path of the metadata; `resource` and `server` are members that it contains in addition. */
  place: string;
  resource: Record<string, unknown>;
  server: Record<string, unknown>;
}

/** Starts an MCP server and its authorization server at one origin. */
async function world(given: (origin: string) => Partial<World> = () => ({})) {
  const it = await hostileOAuth((origin) => {
    const { challenge = null, place = `${wellKnown}/mcp`, resource = {}, server = {} } = given(origin);
    const headers = challenge === null ? undefined : { 'www-authenticate': challenge };
    const says: Record<string, Said> = {
      '/mcp': { status: 401, ...(headers && { headers }) },
      [place]: { body: { resource: `${origin}/mcp`, authorization_servers: [origin], ...resource } },
      [its]: {
        body: {
          issuer: origin,
          authorization_endpoint: `${origin}/authorize`,
          token_endpoint: `${origin}/token`,
          code_challenge_methods_supported: ['S256'],
          ...server,
        },
      },
    };
    return says;
  });
  return { ...it, url: new URL('/mcp', it.origin) };
}

const found = async (given?: (origin: string) => Partial<World>) => {
  const it = await world(given);
  return { ...it, ...(await oauth.discoverResource(it.url)) };
};
const refused = async (given: (origin: string) => Partial<World>) =>
  await failureOf(oauth.discoverResource((await world(given)).url));

const resources = [
  'https://other.example/mcp',
  'not an address',
  5,
  undefined,
  (at: string) => `${at}/other`,
  (at: string) => `${at}/mc`,
  (at: string) => `${at}/mcp#part`,
  (at: string) => `${at.replace('//', '//user:canary@')}/mcp`,
  (at: string) => `${at}/mcp?${'a'.repeat(2_048)}`,
];

const unproven = (message: string) => ({ code: 'identity_unproven', message });
const unreadable = (message: string) => ({ code: 'unreadable', message });
const byProtocol = 'The authorization server does not follow the protocol.';

const refusals: [string, (origin: string) => Partial<World>, { code: string; message: string }][] = [
  [
    'where another host is to tell it',
    () => ({ challenge: 'Bearer resource_metadata="https://evil.example/metadata"' }),
    unproven('The MCP server points to metadata on another host. The metadata must be on its own host.'),
  ],
  ...resources.map((resource): (typeof refusals)[number] => [
    'where its tokens are for another resource',
    (at) => ({ resource: { resource: typeof resource === 'function' ? resource(at) : resource } }),
    unproven('The metadata of the MCP server describes another resource.'),
  ]),
  ...[undefined, [], 'https://a.example', ['ftp://a.example'], [5], ['none']].map(
    (servers): (typeof refusals)[number] => [
      'where it names none',
      () => ({ resource: { authorization_servers: servers } }),
      unreadable('The metadata of the MCP server names no authorization server.'),
    ],
  ),
  [
    'where that one says that it is another',
    () => ({ server: { issuer: 'https://other.example' } }),
    unproven('The authorization server at this URL identifies itself as another one.'),
  ],
  ...[undefined, [], ['plain'], 'S256'].map((methods): (typeof refusals)[number] => [
    'where that one does not say that it takes PKCE',
    () => ({ server: { code_challenge_methods_supported: methods } }),
    unreadable(`${byProtocol} It does not announce PKCE with S256, which MCP requires.`),
  ]),
];

describe('the authorization server of an MCP server', () => {
  it('is found through the 401', async () => {
    const place = '/elsewhere/metadata';
    const { server, origin, url, came } = await found((at) => ({
      place,
      challenge: `Bearer resource_metadata="${at}${place}"`,
    }));

    expect(server).toMatchObject({
      issuer: origin,
      authorizationUrl: `${origin}/authorize`,
      tokenUrl: `${origin}/token`,
      resource: url.href,
    });
    expect(came.map(({ method, path }) => `${method} ${path}`)).not.toContain(`GET ${wellKnown}/mcp`);
    expect(came[0]).toMatchObject({ method: 'POST', path: '/mcp' });
    expect(came.every(({ headers }) => headers.authorization === undefined)).toBe(true);
  });

  it.each([`${wellKnown}/mcp`, wellKnown])(
    'is found at %s if the 401 does not name the metadata',
    async (place) => {
      const { server, origin } = await found(() => ({ place }));

      expect(server.issuer).toBe(origin);
    },
  );

  it('is not guessed if the metadata that the 401 names is missing', async () => {
    const { code } = await refused((at) => ({
      challenge: `Bearer resource_metadata="${at}/elsewhere"`,
    }));

    expect(code).toBe('unreadable');
  });

  it('is at the origin of an MCP server without metadata, as in MCP 2025-03-26', async () => {
    const { server, origin, url } = await found(() => ({ place: '/nowhere' }));

    expect(server).toMatchObject({ issuer: origin, resource: url.href });
  });

  it('may serve a resource that covers every path below it', async () => {
    const { server, origin } = await found((at) => ({ resource: { resource: at } }));

    expect(server.resource).toBe(origin);
  });

  it.each([
    ['what its 401 asks for', 'Bearer scope="a b"', { scopes_supported: ['c'] }, {}, ['a', 'b']],
    ['else what its metadata say', null, { scopes_supported: ['c', 'd'] }, {}, ['c', 'd']],
    ['else none', null, {}, {}, []],
    [
      'and what a refresh token takes, where it is offered',
      null,
      { scopes_supported: ['c'] },
      { scopes_supported: ['offline_access', 'x'] },
      ['c', 'offline_access'],
    ],
    [
      'which is asked for once',
      'Bearer scope="offline_access c"',
      {},
      { scopes_supported: ['offline_access'] },
      ['offline_access', 'c'],
    ],
  ])('has scopes: %s', async (_, challenge, resource, server, expected) => {
    const { scopes } = await found(() => ({ challenge, resource, server }));

    expect(scopes).toEqual(expected);
  });

  it.each(refusals)('is rejected %s', async (_, given, failure) => {
    expect(await refused(given)).toEqual(failure);
  });

  it('is not requested at a host that egress does not allow', async () => {
    const inside = await refused(() => ({
      resource: { authorization_servers: ['http://169.254.169.254/latest'] },
    }));
    const strict = createProviderOAuth(createEgress(publicFrontier), new TestClock());
    const itself = await failureOf(strict.discoverResource(new URL('http://127.0.0.1:1/mcp')));

    expect([inside.code, itself.code]).toEqual(['destination_not_allowed', 'destination_not_allowed']);
  });

  it('is not guessed if the MCP server does not answer', async () => {
    const { code } = await failureOf(oauth.discoverResource(new URL('http://127.0.0.1:1/mcp')));

    expect(code).toBe('unavailable');
  });
});
