import { describe, expect, it } from 'vitest';
import type { OAuthTokens } from '../../../schema/kernel/ports/provider-oauth.ts';
import type { Bounds } from '../../../schema/kernel/ports/egress.ts';
import { createProviderOAuth } from '../../../adapters/oauth-client/oauth.ts';
import { TestClock } from '../../support/clock.ts';
import { hostileOAuth, type Said } from '../../support/hostile-oauth.ts';
import { rawHost } from '../../support/listeners.ts';
import { failureOf } from '../../support/oauth.ts';
import { egress } from '../../support/remote-tools.ts';

const oauth = createProviderOAuth(egress, new TestClock());
const client = { clientId: 'client', clientSecret: 'canary-secret' };
const good = { access_token: 'canary-token', token_type: 'Bearer', expires_in: 3600, scope: 'a b' };
const form = 'application/x-www-form-urlencoded';

async function toldBy(said: Said): Promise<OAuthTokens> {
  const { server } = await hostileOAuth({ '/token': said });
  return await oauth.clientCredentials(server, client, {});
}

async function refusalOf(said: Said): Promise<string> {
  return (await failureOf(toldBy(said))).code;
}

describe('tokens', () => {
  it('are returned with their lifetime and scopes', async () => {
    expect(await toldBy({ body: { ...good, refresh_token: 'canary-refresh', id_token: 'canary' } })).toEqual({
      accessToken: 'canary-token',
      refreshToken: 'canary-refresh',
      expiresInSeconds: 3600,
      scopes: ['a', 'b'],
      subject: null,
    });
  });

  it.each<[string, Said]>([
    ['another type', { type: 'text/html', body: good }],
    ['no type', { type: '', body: good }],
    ['another status', { status: 201, body: good }],
    [
      'a form',
      { type: `${form}; charset=utf-8`, body: 'access_token=canary-token&token_type=bearer&scope=a,b' },
    ],
    ['members that mean nothing', { body: { ...good, user_id: '17841405793187218000', ['__proto__']: 1 } }],
    ['numbers that no double has', { body: '{"access_token":"canary-token","user_id":17841405793187218}' }],
    ['an error that is none', { body: { ...good, error: null } }],
    ['no error', { body: { ok: true, error: false, ...good } }],
    [
      'one member twice: the last counts',
      { body: '{"access_token":"canary","access_token":"canary-token"}' },
    ],
  ])('may come with %s', async (_, said) => {
    expect((await toldBy(said)).accessToken).toBe('canary-token');
  });

  it.each<[string, unknown]>([
    ['none', undefined],
    ['an empty one', ''],
    ['a number', 5],
    ['a list', ['canary']],
    ['a line feed', 'canary\nx: y'],
    ['a space', 'canary token'],
    ['letters that no header has', 'canary-é'],
    ['too many characters', 'canary'.repeat(1_366)],
  ])('are rejected where the access token is %s', async (_, token) => {
    expect(await refusalOf({ body: { ...good, access_token: token } })).toBe('unreadable');
  });

  it('have at most 8,192 characters, refresh tokens included', async () => {
    const longest = 'x'.repeat(8_192);

    expect((await toldBy({ body: { ...good, access_token: longest } })).accessToken).toBe(longest);
    expect(await refusalOf({ body: { ...good, refresh_token: `canary${longest}` } })).toBe('unreadable');
    expect(await refusalOf({ body: { ...good, refresh_token: { canary: 1 } } })).toBe('unreadable');
  });

  it.each([
    [3600, 3600],
    ['3599', 3599],
    [59.9, 59],
    [0, null],
    [-1, null],
    [1e300, null],
    ['1e3', null],
    ['soon', null],
    [null, null],
    [{ a: 1 }, null],
    [undefined, null],
  ])('with the expires_in %j have the lifetime %j', async (given, expected) => {
    expect((await toldBy({ body: { ...good, expires_in: given } })).expiresInSeconds).toBe(expected);
  });

  it.each<[unknown, string[] | null]>([
    ['', []],
    [' a  b a ', ['a', 'b']],
    ['repo,gist', ['repo', 'gist']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    ['a\u0000b "q" \\ é b', ['b']],
    [['a', 5, null, 'x'.repeat(257)], ['a']],
    [
      Array.from({ length: 600 }, (_, index) => `s${index}`),
      Array.from({ length: 500 }, (_, index) => `s${index}`),
    ],
    [7, null],
    [null, null],
    [undefined, null],
  ])('with the scope %j have the scopes %j', async (given, expected) => {
    expect((await toldBy({ body: { ...good, scope: given } })).scopes).toEqual(expected);
  });

  it.each(['bearer', 'BEARER', 'bot', 'user', undefined, null])(
    'of the type %j are accepted',
    async (type) => {
      expect((await toldBy({ body: { ...good, token_type: type } })).accessToken).toBe('canary-token');
    },
  );

  it.each(['DPoP', 'mac', 'N_A', 'canary', '', 5])('of the type %j are rejected', async (type) => {
    expect(await failureOf(toldBy({ body: { ...good, token_type: type } }))).toEqual({
      code: 'token_type_unknown',
      message:
        'The authorization server sends an access token that is not a bearer token, which is not supported.',
    });
  });
});

describe('errors', () => {
  it.each([
    ['invalid_grant', 'grant_refused'],
    ['invalid_client', 'client_refused'],
    ['unauthorized_client', 'client_refused'],
    ['invalid_scope', 'scope_refused'],
    ['access_denied', 'access_denied'],
    ['temporarily_unavailable', 'unavailable'],
    ['unsupported_grant_type', 'rejected'],
    ['bad_verification_code', 'grant_refused'],
    ['incorrect_client_credentials', 'client_refused'],
  ])('are reported: %s becomes %s, whatever the status and the format', async (error, code) => {
    const body = { error, error_description: 'canary', error_uri: 'https://canary.example' };
    const texts = [
      { status: 400, body },
      { status: 401, body, headers: { 'www-authenticate': 'Basic realm="canary"' } },
      { status: 200, body },
      { status: 200, type: form, body: `error=${error}&error_description=canary` },
      { status: 200, body: { ...good, ...body } },
    ];

    for (const said of texts) {
      const failure = await failureOf(toldBy(said));
      expect(failure.code).toBe(code);
      expect(failure.message).toContain(`Its error is ${error}.`);
    }
  });

  it.each([
    'canary',
    'canary'.repeat(5_000),
    'constructor',
    { type: 'OAuthException', message: 'canary', code: 190 },
    ['invalid_grant'],
    true,
  ])('with unknown codes are not repeated', async (error) => {
    expect(await failureOf(toldBy({ status: 400, body: { error } }))).toEqual({
      code: 'rejected',
      message: 'The authorization server refuses the request. Its error is not a known one.',
    });
  });

  it.each([
    [301, 'unreadable'],
    [400, 'rejected'],
    [401, 'client_refused'],
    [403, 'rejected'],
    [404, 'unreadable'],
    [408, 'unavailable'],
    [429, 'unavailable'],
    [500, 'unavailable'],
    [503, 'unavailable'],
    [599, 'unavailable'],
    [999, 'unavailable'],
  ])('may consist of the status %i alone: %s', async (status, code) => {
    const failure = await failureOf(toldBy({ status, type: 'text/html', body: '<p>canary</p>' }));

    expect(failure.code).toBe(code);
    expect(failure.message).toContain(`Its status is ${status}.`);
  });

  it('of an unavailable server do not invalidate the grant', async () => {
    expect(await refusalOf({ status: 503, body: { error: 'invalid_grant' } })).toBe('unavailable');
  });
});

describe('an unreadable answer', () => {
  it.each<[string, Said]>([
    ['nothing', {}],
    ['a page', { type: 'text/html', body: '<!doctype html><p>canary' }],
    ['broken JSON', { body: '{"access_token":"canary' }],
    ['a list', { body: [good] }],
    ['a text', { body: '"canary"' }],
    [
      'JSON that goes down without end',
      { body: `{"access_token":"canary","a":${'['.repeat(30_000)}${']'.repeat(30_000)}}` },
    ],
    ['more than there is room for', { body: { ...good, a: 'canary'.repeat(12_000) } }],
    ['encoded as it does not say', { headers: { 'content-encoding': 'gzip' }, body: 'canary' }],
  ])('may be %s', async (_, said) => {
    expect(await refusalOf(said)).toBe('unreadable');
  });

  it('is abandoned after 10 seconds or 64 KiB', async () => {
    const host = await rawHost(() => {});
    const given: Bounds[] = [];
    const impatient = createProviderOAuth(
      {
        send: async (request) => {
          given.push(request.bounds);
          return await egress.send({ ...request, bounds: { ...request.bounds, timeoutMs: 100 } });
        },
      },
      new TestClock(),
    );

    expect((await failureOf(impatient.discover(host))).code).toBe('unavailable');
    expect(given).toEqual([{ timeoutMs: 10_000, maxBytes: 65_536 }]);
  });

  it('may be missing: the host hangs up, or does not send HTTP', async () => {
    const asked = async (host: URL) => {
      const { server } = await hostileOAuth({});
      const { code } = await failureOf(
        oauth.clientCredentials({ ...server, tokenUrl: host.href }, client, {}),
      );
      return code;
    };

    expect(await asked(await rawHost((socket) => socket.destroy()))).toBe('unavailable');
    expect(await asked(await rawHost((socket) => socket.end('canary\r\n\r\n')))).toBe('unreadable');
    const broken = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\ncanary\r\ncanary';
    expect(await asked(await rawHost((socket) => socket.end(broken)))).toBe('unreadable');
  });
});

describe('a token that is to be revoked', () => {
  const revoked = async (said: Said) => {
    const { server } = await hostileOAuth({ '/revoke': said });
    await oauth.revoke(server, client, { token: 'canary', kind: 'refresh_token' });
  };

  it.each<Said>([{}, { status: 204 }, { body: 'OK' }, { body: {} }, { type: 'text/html', body: '<p>' }])(
    'is revoked, whatever the answer contains beside the status: %j',
    async (said) => {
      await expect(revoked(said)).resolves.toBeUndefined();
    },
  );

  it.each<[Said, string]>([
    [{ status: 503 }, 'unavailable'],
    [{ status: 400, body: { error: 'unsupported_token_type' } }, 'rejected'],
    [{ status: 200, body: { error: 'invalid_client' } }, 'client_refused'],
    [{ status: 404 }, 'unreadable'],
  ])('is not revoked after %j: %s', async (said, code) => {
    expect((await failureOf(revoked(said))).code).toBe(code);
  });
});
