import { crc32 } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { ApiKey } from '../../../db/models/api-key.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { kindOfSecret, mintSecret } from '../../../schema/values/secret.ts';
import { testApp } from '../../support/app.ts';
import { applicationWithKey, cast } from '../../support/people.ts';
import { sandboxWorld } from './sandbox.world.ts';

const t = await testApp();
const { everyone, owner, key, echo } = await sandboxWorld(t);
const { knex } = t.ports.database;

describe('spec §4: a key that does not work: 401', () => {
  beforeEach(() => t.clock.set('2026-11-20T09:00:00.000Z'));

  const stops: { why: string; code: string; stop: (made: Made) => Promise<unknown> }[] = [
    { why: 'revoked', code: 'key_revoked', stop: async ({ path }) => await act(`${path}/revoke`) },
    {
      why: 'expired',
      code: 'key_expired',
      stop: async ({ keyId }) =>
        await t.unrecorded(() => ApiKey.change(knex, keyId, t.clock.now(), { expiresOn: '2026-11-19' })),
    },
    {
      why: 'of a suspended application',
      code: 'application_suspended',
      stop: async ({ applicationId }) => await act(`/api/console/applications/${applicationId}/suspend`),
    },
    {
      why: 'of a deleted application',
      code: 'application_deleted',
      stop: async ({ applicationId }) =>
        await t.rest('DELETE', `/api/console/applications/${applicationId}`, { as: owner }),
    },
    { why: 'rotated', code: 'credential_invalid', stop: async ({ path }) => await act(`${path}/rotate`) },
  ];

  it.each(stops)(
    '$why: $code for the holder of the secret, from the next call on',
    async ({ code, stop }) => {
      const made = await makeKey();
      expect((await echo({ as: made.secret, body: { message: 'm' } })).status).toBe(200);

      await stop(made);

      const answer = await echo({ as: made.secret, body: { message: 'm' } });
      expect(answer).toMatchObject({ status: 401, body: { code, status: 401 } });
      expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"');
    },
  );

  it.each(stops)(
    '$why: nothing is revealed to a caller who knows only the prefix and the last four characters',
    async ({ stop }) => {
      const made = await makeKey();
      await stop(made);

      const guess = await echo({ as: guessLike(made.secret), body: { message: 'm' } });
      const unknown = await echo({ as: mintSecret('ak_sandbox').text, body: { message: 'm' } });

      expect(guess).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
      expect({ ...guess.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
    },
  );

  it.each(['SUSPENDED', 'DELETING'] as const)(
    'of a workspace that is %s: workspace_inactive',
    async (status) => {
      const elsewhere = await cast(t);
      const { secret } = await applicationWithKey(t, elsewhere);
      await t.unrecorded(() => Workspace.change(knex, elsewhere.workspaceId, t.clock.now(), { status }));

      const answer = await echo({ as: secret, body: { message: 'm' } });

      expect(answer).toMatchObject({ status: 401, body: { code: 'workspace_inactive' } });
    },
  );

  it('live: wrong_environment for the holder, credential_invalid for any other caller', async () => {
    const { keyId } = await makeKey();
    const { text, digest, prefix, lastFour } = mintSecret('ak_live');
    await t.unrecorded(() =>
      ApiKey.change(knex, keyId, t.clock.now(), { environment: 'LIVE', digest, prefix, lastFour }),
    );

    const holder = await echo({ as: text, body: { message: 'm' } });
    const other = await echo({ as: mintSecret('ak_live').text, body: { message: 'm' } });

    expect(holder).toMatchObject({ status: 401, body: { code: 'wrong_environment' } });
    expect(other).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
  });

  it.each([
    { why: 'malformed', credential: 'ak_sandbox_short' },
    { why: 'of a broken checksum', credential: breakChecksum(key.secret) },
    { why: 'cut off', credential: key.secret.slice(0, -1) },
    { why: 'of another case', credential: key.secret.toUpperCase() },
    { why: 'a session token', credential: owner.token },
    { why: 'a refresh token', credential: owner.refreshToken },
    { why: 'of an unknown kind', credential: key.secret.replace('ak_', 'sk_') },
  ])('$why: credential_invalid', async ({ credential }) => {
    const answer = await echo({ as: credential, body: { message: 'm' } });

    expect(answer).toMatchObject({ status: 401, body: { code: 'credential_invalid' } });
  });

  it('is not a session, neither on the console paths nor on /graphql', async () => {
    const console = await t.rest('GET', '/api/console/applications', { as: key.secret });
    const portal = await t.rest('GET', '/api/developer-portal/me', { as: key.secret });
    const graphql = await t.graphql('{ sandboxEcho(message: "m") { message } }', {}, { as: key.secret });

    expect(console).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    expect(portal).toMatchObject({ status: 401, body: { code: 'session_invalid' } });
    expect(graphql).toMatchObject({
      status: 401,
      body: { errors: [{ extensions: { code: 'session_invalid' } }] },
    });
  });

  it('a session calls no sandbox operation on /graphql either', async () => {
    const answer = await t.graphql('{ sandboxEcho(message: "m") { message } }', {}, { as: owner });

    expect(answer.body.errors[0].extensions).toMatchObject({ code: 'credential_missing', status: 401 });
  });
});

interface Made {
  applicationId: string;
  keyId: string;
  secret: string;
  path: string;
}

async function makeKey(): Promise<Made> {
  const made = await applicationWithKey(t, everyone);
  return { ...made, path: `/api/console/applications/${made.applicationId}/keys/${made.keyId}` };
}

async function act(path: string) {
  return await t.rest('POST', path, { as: owner });
}

// Well formed, with the same prefix and a valid checksum, so that only the database can reject it.
function guessLike(secret: string): string {
  const [, , prefix] = secret.split('_');
  const guess = sealed(`ak_sandbox_${prefix}_${'0'.repeat(36)}`);
  if (kindOfSecret(guess) !== 'ak_sandbox') throw new Error(`${guess} is not well formed.`);
  return guess;
}

function breakChecksum(secret: string): string {
  return secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0');
}

function sealed(body: string): string {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const digits = [0, 1, 2, 3, 4, 5].map((place) => base62[Math.floor(crc32(body) / 62 ** place) % 62]);
  return body + digits.toReversed().join('');
}
