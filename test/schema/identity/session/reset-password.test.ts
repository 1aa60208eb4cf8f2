import { beforeEach, describe, expect, it } from 'vitest';
import { MailedToken } from '../../../../db/models/mailed-token.ts';
import { PasswordResetRequest } from '../../../../db/models/password-reset-request.ts';
import { Session } from '../../../../db/models/session.ts';
import { digestOf, mintSecret } from '../../../../schema/values/secret.ts';
import { answerPasswordResets } from '../../../../schema/identity/session/answer-password-resets.ts';
import { forgetMailedTokens } from '../../../../server/jobs/forget.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { contentsOf } from '../../../support/contents.ts';
import { invitationsOf, newAddress } from '../../../support/invitations.ts';
import { lastMailTo, mailsTo, tokenMailedTo } from '../../../support/mail.ts';
import { cast, somebody, type Somebody } from '../../../support/people.ts';
import { entriesOf, lastEntryOf } from '../../../support/trail.ts';

const t = await testApp();
const { knex } = t.ports.database;
const newPassword = 'a better horse battery';

beforeEach(() => t.clock.set('2026-11-20T09:00:00.000Z'));

async function ask(email: string, headers = {}): Promise<Answer> {
  return await t.rest('POST', '/api/auth/password-reset', { body: { email }, headers });
}

/** Requests a reset and returns the mailed token. */
async function asked({ email }: { email: string }): Promise<string> {
  await ask(email);
  await answerPasswordResets(t.ports);
  return await tokenMailedTo(t, email);
}

async function reset(token: string, password = newPassword): Promise<Answer> {
  return await t.rest('POST', '/api/auth/password-reset/confirm', { body: { token, password } });
}

async function signIn({ email }: { email: string }, password: string): Promise<Answer> {
  return await t.rest('POST', '/api/auth/sign-in', { body: { email, password } });
}

async function me(token: string): Promise<Answer> {
  return await t.rest('GET', '/api/developer-portal/me', { as: token });
}

describe('requesting a password reset', () => {
  it('mails a token to the account’s address, in its original spelling', async () => {
    const person = await somebody(t, 'Ada');

    const answer = await ask(person.email.toUpperCase());
    await answerPasswordResets(t.ports);

    expect(answer).toMatchObject({ status: 200, body: { accepted: true } });
    const mail = await lastMailTo(t, person.email);
    expect(mail.subject).toBe('Replace your password');
    expect(mail.text).toMatch(
      /^Hello Ada,\n\n[\s\S]*\n\nhttp:\/\/localhost:4000\/reset-password#tok_reset_\w{10}_\w{42}\n\n/,
    );
    const token = await tokenMailedTo(t, person.email);
    const row = await MailedToken.query(knex)
      .findOne({ personId: person.personId, purpose: 'PASSWORD_RESET' })
      .throwIfNotFound();
    expect(row).toMatchObject({ digest: digestOf(token), expiresAt: new Date('2026-11-20T10:00:00.000Z') });
  });

  it('does not reveal whether there is an account: the answer and the queries are the same', async () => {
    const { email } = await somebody(t);
    const seen = async (address: string) => {
      const queries: string[] = [];
      const note = ({ sql }: { sql: string }) => void queries.push(sql);
      knex.on('query', note);
      const { status, headers, body } = await ask(address);
      knex.off('query', note);
      const { date: _date, 'x-request-id': _id, ratelimit: _limit, ...others } = headers;
      return { status, headers: others, body, queries };
    };

    const [known, unknown] = [await seen(email), await seen(newAddress())];

    expect(known.queries.length).toBeGreaterThan(0);
    expect(known.queries.filter((sql) => /"person"|"mail"/.test(sql))).toEqual([]);
    expect(unknown).toEqual(known);
  });

  it('mails nothing to an address without an account, and deletes the request', async () => {
    const email = newAddress();

    await ask(email);
    const row = await PasswordResetRequest.query(knex).first().throwIfNotFound();
    await answerPasswordResets(t.ports);

    expect(row.sealed.toString('latin1')).not.toContain(email);
    expect(await mailsTo(t, email)).toEqual([]);
    expect(await PasswordResetRequest.query(knex).resultSize()).toBe(0);
  });

  it('writes an entry with the origin of the request', async () => {
    const person = await somebody(t);

    const { headers } = await ask(person.email, { 'user-agent': 'test/1' });
    await answerPasswordResets(t.ports);

    expect(await lastEntryOf(t, person.personId)).toMatchObject({
      action: 'person.password_reset_sent',
      actor: { kind: 'ANONYMOUS' },
      origin: { requestId: headers['x-request-id'], userAgent: 'test/1' },
    });
  });

  it('is answered once by several workers', async () => {
    const person = await somebody(t);
    await ask(person.email);

    await Promise.all(Array.from({ length: 4 }, async () => await answerPasswordResets(t.ports)));

    const told = (await entriesOf(t, person.personId)).filter(
      ({ action }) => action === 'person.password_reset_sent',
    );
    expect(told).toHaveLength(1);
    expect(await mailsTo(t, person.email)).toHaveLength(2);
  });

  it('is dropped if no worker answers it in time', async () => {
    const person = await somebody(t);
    await ask(person.email);
    t.clock.advance({ minutes: 10 });
    await answerPasswordResets(t.ports);
    const mails = await mailsTo(t, person.email);
    t.clock.advance({ minutes: 51 });
    await forgetMailedTokens(t.ports);

    expect(mails).toHaveLength(1);
    expect(await PasswordResetRequest.query(knex).resultSize()).toBe(0);
  });

  it('returns 429 for too many requests for one account, existing or not, and from one IP address', async () => {
    const strict = await testApp({
      LIMIT_MAILS_PER_ACCOUNT_PER_HOUR: '2',
      LIMIT_PASSWORD_RESETS_PER_IP_PER_HOUR: '7',
    });
    const person = await somebody(strict);
    const unknown = newAddress();
    const send = async (email: string) =>
      (await strict.rest('POST', '/api/auth/password-reset', { body: { email } })).status;

    const statuses = [];
    for (const email of [person.email, unknown, newAddress()])
      for (let count = 0; count < 3; count += 1) statuses.push(await send(email));

    expect(statuses).toEqual([200, 200, 429, 200, 200, 429, 200, 429, 429]);
  });

  it('is counted separately from invitations: neither uses up or reveals the other', async () => {
    const strict = await testApp({ LIMIT_MAILS_PER_ACCOUNT_PER_HOUR: '2' });
    const { invite } = invitationsOf(strict, await cast(strict));
    const others = [await cast(strict), await cast(strict)];
    const { email } = await somebody(strict);
    const forget = async () =>
      (await strict.rest('POST', '/api/auth/password-reset', { body: { email } })).status;

    const before = [(await invite(email)).status];
    for (const other of others) before.push((await invitationsOf(strict, other).invite(email)).status);
    const resets = [await forget(), await forget(), await forget()];
    const unknown = newAddress();
    for (let count = 0; count < 2; count += 1)
      await strict.rest('POST', '/api/auth/password-reset', { body: { email: unknown } });

    expect([before, resets]).toEqual([
      [201, 201, 429],
      [200, 200, 429],
    ]);
    expect((await invite(unknown)).status).toBe(201);
  });

  it('returns 422 for an invalid address', async () => {
    expect(await ask('nonsense')).toMatchObject({ status: 422, body: { errors: [{ pointer: '/email' }] } });
  });
});

describe('resetting the password with the token', () => {
  it('makes the new password work and the old one fail, and proves the address', async () => {
    const person = await somebody(t);

    const answer = await reset(await asked(person));

    expect(answer).toMatchObject({
      status: 200,
      body: { endedSessionIds: [expect.stringMatching(/^ses_/)] },
    });
    expect((await signIn(person, person.password)).status).toBe(401);
    const signedIn = await signIn(person, newPassword);
    expect(signedIn).toMatchObject({ status: 200, body: { person: { emailVerified: true } } });
  });

  it('ends every session and refresh token of the person, and of no other person', async () => {
    const person = await somebody(t);
    const { body: other } = await signIn(person, person.password);
    const bystander = await somebody(t);
    const token = await asked(person);

    const answer = await reset(token);

    expect(answer.body.endedSessionIds).toHaveLength(2);
    expect([await me(person.token), await me(other.accessToken)]).toMatchObject(
      Array(2).fill({ status: 401, body: { code: 'session_invalid' } }),
    );
    for (const refreshToken of [person.refreshToken, other.refreshToken])
      expect(await t.rest('POST', '/api/auth/refresh', { body: { refreshToken } })).toMatchObject({
        status: 401,
      });
    expect((await me(bystander.token)).status).toBe(200);
    expect(await Session.query(knex).findById(other.session.id)).toMatchObject({
      revokeReason: 'PASSWORD_RESET',
    });
  });

  it('mails the person, and writes an entry without the password', async () => {
    const person = await somebody(t);

    const { body } = await reset(await asked(person));

    const mail = await lastMailTo(t, person.email);
    expect(mail.subject).toBe('Your password was changed');
    expect(mail.text).toMatch(/On 20 November 2026, \d\d:\d\d UTC your password/);
    expect(mail.text).not.toMatch(/tok_|a better horse/);
    const entry = await lastEntryOf(t, person.personId);
    expect(entry).toMatchObject({
      action: 'person.password_reset',
      actor: { kind: 'PERSON', id: person.personId },
      targets: [
        { type: 'person', id: person.personId },
        ...body.endedSessionIds.map((id: string) => ({ type: 'session', id })),
      ],
      changes: { endedSessionIds: body.endedSessionIds },
    });
    expect(JSON.stringify(entry)).not.toContain(newPassword);
  });

  it('returns 410 the second time, and works once if several requests arrive at the same time', async () => {
    const token = await asked(await somebody(t));

    const answers = await Promise.all(
      [1, 2, 3].map(async (index) => await reset(token, `password ${index}`)),
    );
    const again = await reset(token);

    expect(answers.map(({ status }) => status).toSorted((x, y) => x - y)).toEqual([200, 410, 410]);
    expect(again).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
  });

  it('returns 410 after an hour; the token works to the last millisecond', async () => {
    const [one, other] = [await asked(await somebody(t)), await asked(await somebody(t))];
    t.clock.set('2026-11-20T09:59:59.999Z');
    const inTime = await reset(one);
    t.clock.set('2026-11-20T10:00:00.000Z');

    expect(inTime.status).toBe(200);
    expect(await reset(other)).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
  });

  it('returns 410 once a newer token was sent', async () => {
    const person = await somebody(t);
    const [first, second] = [await asked(person), await asked(person)];

    expect((await reset(first)).status).toBe(410);
    expect((await reset(second)).status).toBe(200);
  });

  it('returns 410 once the password was changed, which is mailed too', async () => {
    const person = await somebody(t);
    const token = await asked(person);
    const body = { currentPassword: person.password, newPassword };
    await t.rest('POST', '/api/auth/change-password', { as: person, body });

    const answer = await reset(token, 'yet another one');

    expect(answer).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
    expect((await signIn(person, newPassword)).status).toBe(200);
    expect((await lastMailTo(t, person.email)).subject).toBe('Your password was changed');
  });

  it.each([
    ['made up', mintSecret('tok_reset').text],
    ['of another kind', mintSecret('tok_verify').text],
    ['garbled', 'tok_reset_x'],
  ])(
    'returns 410 for a token that is %s, without hashing a password or changing anything',
    async (_what, token) => {
      const before = await contentsOf(t.ports.database);

      expect(await reset(token)).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
      expect(await contentsOf(t.ports.database)).toEqual(before);
    },
  );

  it('returns 422 for a password of 7 characters, and the token still works', async () => {
    const token = await asked(await somebody(t));

    expect(await reset(token, '1234567')).toMatchObject({ status: 422 });
    expect((await reset(token)).status).toBe(200);
  });

  it('lets a person sign in whom wrong passwords had locked out', async () => {
    const person: Somebody = await somebody(t);
    for (let tried = 0; tried < 6; tried += 1) await signIn(person, 'wrong');
    const shut = await signIn(person, person.password);

    await reset(await asked(person));

    expect(shut.status).toBe(429);
    expect((await signIn(person, newPassword)).status).toBe(200);
  });

  it('ends sessions that begin at the same time with the old password', async () => {
    const person = await somebody(t);
    const token = await asked(person);

    const [changed, ...signedIn] = await Promise.all([
      reset(token),
      ...Array.from({ length: 4 }, async () => await signIn(person, person.password)),
    ]);

    expect(changed.status).toBe(200);
    const begun = signedIn.filter(({ status }) => status === 200);
    for (const { body } of begun) expect((await me(body.accessToken)).status).toBe(401);
  });

  it('recovers an account that another person opened with the owner’s address', async () => {
    const intruder = await somebody(t);

    await reset(await asked(intruder));

    expect((await me(intruder.token)).status).toBe(401);
    expect((await signIn(intruder, intruder.password)).status).toBe(401);
  });
});
