import { beforeEach, describe, expect, it } from 'vitest';
import { Idempotency } from '../../../db/models/idempotency.ts';
import { RefreshToken } from '../../../db/models/refresh-token.ts';
import { Session } from '../../../db/models/session.ts';
import { SigningKey } from '../../../db/models/signing-key.ts';
import { forgetIdempotency, forgetSessions, forgetSigningKeys } from '../../../server/jobs/forget.ts';
import { testApp } from '../../support/app.ts';
import { cast, somebody } from '../../support/people.ts';
import { rotateSigningKey } from '../../support/signing-keys.ts';

const t = await testApp({ SESSION_IDLE_HOURS: '48', SESSION_TTL_DAYS: '3' });
const { knex } = t.ports.database;

beforeEach(() => t.clock.set('2026-11-20T09:00:00.000Z'));

describe('the server deletes', () => {
  it('a session and its refresh tokens, 30 days after it was ended', async () => {
    const { sessionId, token } = await signedIn();
    await t.rest('POST', '/api/auth/sign-out', { as: token });

    t.clock.advance({ hours: 30 * 24 });
    await forgetSessions(t.ports);
    const kept = await rowsOf(sessionId);
    t.clock.advance({ seconds: 1 });
    await forgetSessions(t.ports);

    expect(kept).toEqual([1, 1]);
    expect(await rowsOf(sessionId)).toEqual([0, 0]);
  });

  it('an expired session, 30 days after it could last be refreshed', async () => {
    const { sessionId } = await signedIn();

    t.clock.advance({ hours: 48 + 30 * 24 });
    await forgetSessions(t.ports);
    const kept = await rowsOf(sessionId);
    t.clock.advance({ seconds: 1 });
    await forgetSessions(t.ports);

    expect(kept).toEqual([1, 1]);
    expect(await rowsOf(sessionId)).toEqual([0, 0]);
  });

  it('an Idempotency-Key, after its 24 hours', async () => {
    const { owner, workspaceId } = await cast(t);
    const headers = { 'idempotency-key': 'once' };
    await t.rest('POST', '/api/console/applications', {
      as: owner,
      workspace: workspaceId,
      body: { name: 'x' },
      headers,
    });

    t.clock.advance({ hours: 24 });
    await forgetIdempotency(t.ports);
    const kept = await Idempotency.query(knex).resultSize();
    t.clock.advance({ seconds: 1 });
    await forgetIdempotency(t.ports);

    expect([kept, await Idempotency.query(knex).resultSize()]).toEqual([1, 0]);
  });

  it('a signing key, 91 days after it retired, and never the active one', async () => {
    const [first] = await SigningKey.query(knex);
    // The key verifies for two minutes until its successor signs, then for the hour of an automation’s token.
    const kid = await rotateSigningKey(t.ports);

    t.clock.advance({ days: 90, hours: 25, minutes: 2 });
    await forgetSigningKeys(t.ports);
    const kept = await SigningKey.query(knex).select('id');
    t.clock.advance({ seconds: 1 });
    await forgetSigningKeys(t.ports);

    expect(kept).toHaveLength(2);
    expect(first?.id).not.toBe(kid);
    expect(await SigningKey.query(knex).select('id')).toEqual([{ id: kid }]);
  });
});

async function signedIn(): Promise<{ sessionId: string; token: string }> {
  const { token } = await somebody(t);
  const me = await t.rest('GET', '/api/developer-portal/me', { as: token });
  return { sessionId: me.body.session.id, token };
}

async function rowsOf(sessionId: string): Promise<number[]> {
  return [
    await Session.query(knex).where({ id: sessionId }).resultSize(),
    await RefreshToken.query(knex).where({ sessionId }).resultSize(),
  ];
}
