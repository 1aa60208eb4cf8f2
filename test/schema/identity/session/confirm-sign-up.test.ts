import { beforeEach, describe, expect, it } from 'vitest';
import { Person } from '../../../../db/models/person.ts';
import { SignUpRequest } from '../../../../db/models/sign-up-request.ts';
import { mintSecret } from '../../../../schema/values/secret.ts';
import { answerSignUps } from '../../../../schema/identity/session/answer-sign-ups.ts';
import { forgetMailedTokens } from '../../../../server/jobs/forget.ts';
import { testApp, type Answer } from '../../../support/app.ts';
import { newAddress } from '../../../support/invitations.ts';
import { lastMailTo, mailsTo, tokenMailedTo } from '../../../support/mail.ts';
import { entriesOf, lastEntryOf } from '../../../support/trail.ts';

const smtp = { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'Sallyport <no-reply@sallyport.example>' };
const t = await testApp(smtp);
const { knex } = t.ports.database;
const password = 'correct horse battery staple';

beforeEach(() => t.clock.set('2026-11-20T09:00:00.000Z'));

async function signUp(email: string, over: object = {}): Promise<Answer> {
  const body = { email, password, name: 'Ada', workspaceName: 'Engines', ...over };
  return await t.rest('POST', '/api/auth/sign-up', { body });
}

async function asked(email: string, over: object = {}): Promise<string> {
  await signUp(email, over);
  await answerSignUps(t.ports);
  return await tokenMailedTo(t, email);
}

async function confirm(token: string, word = password): Promise<Answer> {
  return await t.rest('POST', '/api/auth/sign-up/confirm', { body: { token, password: word } });
}

/** Returns an address with a confirmed account. */
async function knownAddress(): Promise<string> {
  const email = newAddress();
  await confirm(await asked(email));
  return email;
}

describe('signing up with mail over SMTP', () => {
  it('returns 202 without a token, and creates no account yet', async () => {
    const email = newAddress();

    const answer = await signUp(email);

    expect(answer).toMatchObject({ status: 202, body: { confirmationMailed: true } });
    expect(Object.keys(answer.body)).toEqual(['confirmationMailed']);
    expect(await Person.query(knex).findOne({ email })).toBeUndefined();
  });

  it('does not reveal whether there is an account: the answer and the queries are the same', async () => {
    const known = await knownAddress();
    const seen = async (email: string) => {
      const queries: string[] = [];
      const note = ({ sql }: { sql: string }) => void queries.push(sql);
      for (const each of t.instances) each.ports.database.knex.on('query', note);
      const { status, headers, body } = await signUp(email);
      for (const each of t.instances) each.ports.database.knex.off('query', note);
      const { date: _date, 'x-request-id': _id, ratelimit: _limit, ...others } = headers;
      return { status, headers: others, body, queries };
    };

    const [first, second] = [await seen(known), await seen(newAddress())];

    expect(first.queries.length).toBeGreaterThan(0);
    expect(first.queries.filter((sql) => /"person"|"mail"/.test(sql))).toEqual([]);
    expect(second).toEqual(first);
  });

  it('does not reveal it over GraphQL either', async () => {
    const known = await knownAddress();
    const query = `mutation ($input: SignUpInput!) { signUp(input: $input) {
      confirmationMailed accessToken refreshToken session { id } person { id } workspace { id } } }`;
    const send = async (email: string) => {
      const input = { email, password, name: 'Ada', workspaceName: 'Engines' };
      return (await t.graphql(query, { input })).body;
    };

    const [first, second] = [await send(known), await send(newAddress())];

    expect(first).toMatchObject({ data: { signUp: { confirmationMailed: true, accessToken: null } } });
    expect(second).toEqual(first);
  });

  it('mails the owner of an existing account, and writes an entry with the origin of the request', async () => {
    const email = await knownAddress();
    const { id } = await Person.query(knex).findOne({ email }).throwIfNotFound();

    const { headers } = await signUp(email.toUpperCase(), { name: 'Mallory', password: 'another password' });
    await answerSignUps(t.ports);

    const mail = await lastMailTo(t, email);
    expect(mail.subject).toBe('You have an account already');
    expect(mail.text).not.toMatch(/tok_|Mallory/);
    expect(await lastEntryOf(t, id)).toMatchObject({
      action: 'person.sign_up_asked',
      origin: { requestId: headers['x-request-id'] },
    });
    expect((await t.rest('POST', '/api/auth/sign-in', { body: { email, password } })).status).toBe(200);
  });

  it('mails an unknown address none of the submitted text', async () => {
    const email = newAddress();

    await asked(email, { name: 'Win a prize', workspaceName: 'at evil.example' });

    const { subject, text } = await lastMailTo(t, email);
    expect(subject).toBe('Finish signing up');
    expect(text).toMatch(/\n\nhttp:\/\/localhost:4000\/sign-up#tok_signup_\w{10}_\w{42}\n\n/);
    expect(subject + text).not.toMatch(/prize|evil/);
  });

  it('stores the request only in sealed form', async () => {
    const email = newAddress();
    await signUp(email);

    const { sealed } = await SignUpRequest.query(knex).orderBy('id', 'desc').first().throwIfNotFound();

    expect(sealed.toString('latin1')).not.toMatch(new RegExp(`${email}|argon2|Engines`));
  });

  it('is answered once by several workers', async () => {
    const email = newAddress();
    await signUp(email);

    await Promise.all(Array.from({ length: 4 }, async () => await answerSignUps(t.ports)));

    expect(await mailsTo(t, email)).toHaveLength(1);
  });

  it('returns 429 for too many requests for one address, with or without an account', async () => {
    const strict = await testApp({ ...smtp, LIMIT_MAILS_PER_ACCOUNT_PER_HOUR: '2' });
    const body = { password, name: 'Ada', workspaceName: 'Engines' };
    const send = async (email: string) =>
      (await strict.rest('POST', '/api/auth/sign-up', { body: { ...body, email } })).status;
    const known = newAddress();
    await send(known);
    await answerSignUps(strict.ports);
    const token = await tokenMailedTo(strict, known);
    await strict.rest('POST', '/api/auth/sign-up/confirm', { body: { token, password } });
    const unknown = newAddress();
    await send(unknown);

    expect([await send(known), await send(known)]).toEqual([202, 429]);
    expect([await send(unknown), await send(unknown)]).toEqual([202, 429]);
  });

  it('signs in immediately with the token of an invitation, which proves the address', async () => {
    const owner = newAddress();
    const { accessToken: as } = (await confirm(await asked(owner))).body;
    const email = newAddress();
    await t.rest('POST', '/api/console/invitations', { as, body: { email, role: 'VIEWER' } });
    const invitationToken = await tokenMailedTo(t, email);

    const body = { email, password, name: 'Grace', invitationToken };
    const answer = await t.rest('POST', '/api/auth/sign-up', { body });

    expect(answer.status).toBe(201);
    expect(answer.body.person).toMatchObject({ email, emailVerified: true });
    expect(answer.body).not.toHaveProperty('confirmationMailed');
  });
});

describe('finishing a sign-up', () => {
  it('creates the account with a verified address, and signs in', async () => {
    const email = newAddress();
    const token = await asked(email);

    const answer = await confirm(token);

    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      accessToken: expect.stringMatching(/^eyJ/),
      refreshToken: expect.stringMatching(/^rt_/),
      person: { name: 'Ada', email, emailVerified: true },
      workspace: { name: 'Engines', status: 'ACTIVE' },
    });
    const me = await t.rest('GET', '/api/developer-portal/me', { as: answer.body.accessToken });
    expect(me.body.member).toMatchObject({ role: 'OWNER' });
    const entries = await entriesOf(t, answer.body.person.id);
    expect(entries.map(({ action }) => action)).toEqual(['person.signed_up']);
    // The address is verified, so no other mail follows.
    expect(await mailsTo(t, email)).toHaveLength(1);
  });

  it('creates nothing for a reader of the mail who does not know the password', async () => {
    const victim = newAddress();
    const token = await asked(victim, { password: 'known to the attacker' });

    const answer = await confirm(token, 'what the victim would choose');

    expect(answer).toMatchObject({ status: 401, body: { code: 'sign_in_failed' } });
    expect(answer.body.message).toContain('ignore the link');
    expect(await Person.query(knex).findOne({ email: victim })).toBeUndefined();
  });

  it('leaves the address to its owner, even after requests by other people', async () => {
    const victim = newAddress();
    await asked(victim, { password: 'known to the attacker' });
    const token = await asked(victim);

    expect((await confirm(token)).status).toBe(201);
    const signIn = async (word: string) =>
      (await t.rest('POST', '/api/auth/sign-in', { body: { email: victim, password: word } })).status;
    expect(await signIn('known to the attacker')).toBe(401);
    expect(await signIn(password)).toBe(200);
  });

  it('returns 409 `email_taken` for another link once the address has an account', async () => {
    const email = newAddress();
    const [first, second] = [await asked(email), await asked(email)];
    await confirm(first);

    expect(await confirm(second)).toMatchObject({ status: 409, body: { code: 'email_taken' } });
  });

  it('works once, even if several requests arrive at the same time', async () => {
    const token = await asked(newAddress());

    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);

    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      201, 410, 410,
    ]);
    expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
  });

  it('works for 24 hours; then the request is deleted', async () => {
    const token = await asked(newAddress());
    t.clock.set('2026-11-21T08:59:59.999Z');
    const wrong = await confirm(token, 'wrong');
    t.clock.set('2026-11-21T09:00:00.000Z');

    const late = await confirm(token);
    t.clock.advance({ minutes: 1 });
    await forgetMailedTokens(t.ports);

    expect([wrong.body.code, late.body.code]).toEqual(['sign_in_failed', 'mailed_token_invalid']);
    expect(await SignUpRequest.query(knex).where('expiresAt', '<', t.clock.now()).resultSize()).toBe(0);
  });

  it('returns 429 after five wrong passwords, and locks no account', async () => {
    const email = newAddress();
    const token = await asked(email);

    const codes = [];
    for (let turn = 0; turn < 6; turn += 1) codes.push((await confirm(token, `wrong ${turn}`)).body.code);

    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'sign_in_failed'), 'too_many_attempts']);
    expect((await confirm(await asked(email))).status).toBe(201);
  });

  it.each([
    ['made up', mintSecret('tok_signup').text],
    ['of another kind', mintSecret('tok_verify').text],
    ['garbled', 'tok_signup_x'],
  ])('returns 410 for a token that is %s', async (_what, token) => {
    expect(await confirm(token)).toMatchObject({ status: 410, body: { code: 'mailed_token_invalid' } });
  });
});

describe('other requests for an address', () => {
  it('do not reveal an account: sign-in, password reset and invitation answer alike', async () => {
    const known = await knownAddress();
    const { accessToken: as } = (await confirm(await asked(newAddress()))).body;
    const unknown = newAddress();
    const both = async (send: (email: string) => Promise<Answer>) =>
      (await Promise.all([send(known), send(unknown)])).map(({ status, body }) => {
        const { requestId: _, ...rest } = body;
        return JSON.stringify({ status, rest }).replaceAll(known, '…').replaceAll(unknown, '…');
      });

    const signIn = await both(
      async (email) => await t.rest('POST', '/api/auth/sign-in', { body: { email, password: 'wrong' } }),
    );
    const reset = await both(
      async (email) => await t.rest('POST', '/api/auth/password-reset', { body: { email } }),
    );
    const invite = await both(async (email) => {
      const body = { email, role: 'VIEWER' };
      const { status, body: made } = await t.rest('POST', '/api/console/invitations', { as, body });
      return { status, headers: {}, body: { ...made, id: null } };
    });

    for (const [ofKnown, ofUnknown] of [signIn, reset, invite]) expect(ofKnown).toBe(ofUnknown);
    expect(signIn[0]).toContain('401');
    expect(reset[0]).toContain('200');
    expect(invite[0]).toContain('201');
  });
});
