import { beforeEach, describe, expect, it } from 'vitest';
import { MailedToken } from '../../../../db/models/mailed-token.ts';
import { digestOf, mintSecret } from '../../../../schema/values/secret.ts';
import { forgetMailedTokens } from '../../../../server/jobs/forget.ts';
import { exactly, testApp, type Answer } from '../../../support/app.ts';
import { mailsTo, tokenMailedTo } from '../../../support/mail.ts';
import { signInAgain, somebody, type Somebody } from '../../../support/people.ts';
import { entriesOf, lastEntryOf } from '../../../support/trail.ts';

const t = await testApp();
const { knex } = t.ports.database;

beforeEach(() => t.clock.set('2026-11-20T09:00:00.000Z'));

async function verify(token: string): Promise<Answer> {
  return await t.rest('POST', '/api/auth/verify-email', { body: { token } });
}

async function request(as: Somebody, body?: object, headers = {}): Promise<Answer> {
  return await t.rest('POST', '/api/auth/verify-email/request', { as, body, headers });
}

async function isVerified(as: Somebody): Promise<boolean> {
  return (await t.rest('GET', '/api/developer-portal/me', { as })).body.person.emailVerified;
}

describe('verifying an e-mail address', () => {
  it('works with the token that is mailed at sign-up', async () => {
    const person = await somebody(t, 'Ada');
    const [mail, ...others] = await mailsTo(t, person.email);
    const before = await isVerified(person);

    const answer = await verify(await tokenMailedTo(t, person.email));

    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Verify your e-mail address');
    expect(mail?.text).toMatch(
      /^Hello Ada,\n\n[\s\S]*\n\nhttp:\/\/localhost:4000\/verify-email#tok_verify_\w{10}_\w{42}\n\n/,
    );
    expect(answer).toMatchObject({
      status: 200,
      body: { person: { id: person.personId, email: person.email, emailVerified: true } },
    });
    expect([before, await isVerified(person)]).toEqual([false, true]);
    expect(await lastEntryOf(t, person.personId)).toMatchObject({
      action: 'person.email_verified',
      actor: { kind: 'PERSON', id: person.personId },
    });
  });

  it('stores only the digest of the token', async () => {
    const { email, personId } = await somebody(t);

    const token = await tokenMailedTo(t, email);

    const row = await MailedToken.query(knex).findOne({ personId }).throwIfNotFound();
    expect(row).toMatchObject({ purpose: 'EMAIL_VERIFICATION', digest: digestOf(token) });
    expect(JSON.stringify([row, await entriesOf(t, personId), t.events])).not.toContain(token.slice(-20));
  });

  it('returns 410 the second time, and works once if several requests arrive at the same time', async () => {
    const { email } = await somebody(t);
    const token = await tokenMailedTo(t, email);

    const answers = await Promise.all([verify(token), verify(token), verify(token)]);
    const again = await verify(token);

    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 410, 410]);
    expect(again).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
  });

  it('returns 410 after 7 days; the token works to the last millisecond', async () => {
    const [one, other] = [await somebody(t), await somebody(t)];
    const [token, late] = [await tokenMailedTo(t, one.email), await tokenMailedTo(t, other.email)];
    t.clock.set('2026-11-27T08:59:59.999Z');
    await forgetMailedTokens(t.ports);
    const inTime = await verify(token);
    t.clock.set('2026-11-27T09:00:00.000Z');

    expect(inTime.status).toBe(200);
    expect(await verify(late)).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
  });

  it.each([
    ['made up', mintSecret('tok_verify').text],
    ['of another kind', mintSecret('tok_reset').text],
    ['garbled', 'tok_verify_x'],
  ])('returns 410 for a token that is %s', async (_what, token) => {
    expect(await verify(token)).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
  });

  it('returns 410 for a token of another kind, and names its endpoint', async () => {
    const messageOf = async (kind: 'tok_invite' | 'tok_reset' | 'ak_sandbox') =>
      (await verify(mintSecret(kind).text)).body.message;

    expect(await messageOf('tok_invite')).toContain('This is an invitation token.');
    expect(await messageOf('tok_reset')).toContain('POST /api/auth/password-reset/confirm');
    expect(await messageOf('ak_sandbox')).toContain('The link no longer works');
    const lookup = await t.rest('POST', '/api/auth/invitations/lookup', {
      body: { token: mintSecret('tok_verify').text },
    });
    expect([lookup.status, lookup.body.message]).toEqual([
      404,
      'This token verifies an e-mail address. Send it to POST /api/auth/verify-email.',
    ]);
  });

  it('counts wrong tokens against the IP address', async () => {
    const strict = await testApp({ LIMIT_FAILED_AUTH_PER_IP_PER_MINUTE: '1' }, exactly);
    const guess = async () =>
      await strict.rest('POST', '/api/auth/verify-email', { body: { token: mintSecret('tok_verify').text } });

    expect([(await guess()).status, (await guess()).status]).toEqual([410, 429]);
  });
});

describe('requesting the mail again', () => {
  it('mails another token; the previous one stops working', async () => {
    const person = await somebody(t);
    const first = await tokenMailedTo(t, person.email);

    const answer = await request(person);

    const second = await tokenMailedTo(t, person.email);
    expect(answer).toMatchObject({ status: 200, body: { person: { id: person.personId } } });
    expect(second).not.toBe(first);
    expect((await verify(first)).status).toBe(410);
    expect((await verify(second)).status).toBe(200);
  });

  it('mails once for one Idempotency-Key', async () => {
    const person = await somebody(t);
    const headers = { 'idempotency-key': 'verify-once' };

    const answers = [await request(person, {}, headers), await request(person, {}, headers)];

    expect(answers).toMatchObject([{ status: 200 }, { status: 200, body: answers[0]?.body }]);
    expect(await mailsTo(t, person.email)).toHaveLength(2);
  });

  it('returns 422 for another address than the account’s', async () => {
    const person = await somebody(t);

    const wrong = await request(person, { email: 'another@example.com' });
    const right = await request(person, { email: person.email.toUpperCase() });

    expect(wrong).toMatchObject({ status: 422, body: { errors: [{ pointer: '/email' }] } });
    expect(right.status).toBe(200);
  });

  it('returns 409 once the address is verified', async () => {
    const person = await somebody(t);
    await verify(await tokenMailedTo(t, person.email));

    expect(await request(person)).toMatchObject({ status: 409, body: { code: 'invalid_transition' } });
  });

  it('returns 401 without a session', async () => {
    expect(await t.rest('POST', '/api/auth/verify-email/request')).toMatchObject({
      status: 401,
      body: { code: 'session_missing' },
    });
  });

  it('returns 429 beyond the hourly number of mails', async () => {
    const strict = await testApp({ LIMIT_MAILS_PER_ACCOUNT_PER_HOUR: '2' });
    const [person, other] = [await somebody(strict), await somebody(strict)];
    const ask = async ({ token }: Somebody) =>
      await strict.rest('POST', '/api/auth/verify-email/request', { as: token });

    const answers = [await ask(person), await ask(person), await ask(person), await ask(other)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
  });
});

describe('an expired token', () => {
  it('is deleted', async () => {
    const person = await somebody(t);
    const { personId } = person;
    t.clock.set('2026-11-27T09:00:00.000Z');
    await forgetMailedTokens(t.ports);
    const kept = await MailedToken.query(knex).where({ personId }).resultSize();
    t.clock.advance({ seconds: 1 });
    await forgetMailedTokens(t.ports);

    expect([kept, await MailedToken.query(knex).where({ personId }).resultSize()]).toEqual([1, 0]);
    await signInAgain(t, person);
    expect((await request(person)).status).toBe(200);
  });
});
