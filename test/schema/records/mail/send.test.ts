import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Mail } from '../../../../db/models/mail.ts';
import type { Ports, TransactionContext } from '../../../../schema/kernel/context.ts';
import { createContext, nobody } from '../../../../schema/command/create-context.ts';
import type { OutgoingMail } from '../../../../schema/kernel/ports/mailer.ts';
import { enqueueMail, type Letter } from '../../../../schema/records/mail/enqueue.ts';
import { MailRefused, subjectLine, waitsMinutes } from '../../../../schema/records/mail/rules.ts';
import { sendMails } from '../../../../schema/records/mail/send.ts';
import { forgetMails } from '../../../../server/jobs/forget.ts';
import { testApp } from '../../../support/app.ts';
import { count } from '../../../support/count.ts';
import { mailsTo } from '../../../support/mail.ts';
import { seed } from '../../../support/seed.ts';

const t = await testApp();
const { knex } = t.ports.database;
const letter: Letter = {
  to: 'ada@example.com',
  subject: 'A subject',
  paragraphs: ['The token is tok_verify_secret.'],
};

beforeEach(async () => {
  await Mail.query(knex).delete();
  t.events.length = 0;
});

async function queue(given: Partial<Letter> = {}, after?: () => void): Promise<void> {
  await createContext(t.ports, nobody()).transaction(async (tx: TransactionContext) => {
    await enqueueMail(tx, { ...letter, ...given });
    after?.();
    return {};
  });
}

/** Returns the ports with a fake mailer, and the mails that the mailer received. */
function portsWith(send: (mail: OutgoingMail, count: number) => Promise<void> = async () => {}) {
  const sent: OutgoingMail[] = [];
  const mailer = {
    async send(mail: OutgoingMail) {
      sent.push(mail);
      await send(mail, sent.length);
    },
  };
  return { sent, ports: { ...t.ports, mailer } satisfies Ports };
}

async function row(): Promise<Mail> {
  return await Mail.query(knex).first().throwIfNotFound();
}

const fail = async () => await Promise.reject(new Error('The server does not answer.'));

describe('a queued mail', () => {
  it('is stored sealed, and opens only under its own name', async () => {
    await queue();

    const { sealed, id } = await row();
    expect(sealed?.toString('latin1')).not.toMatch(/tok_verify|ada@example|A subject/);
    expect(() => t.ports.sealing.unseal(sealed ?? Buffer.alloc(0), 'mail:another')).toThrow(/does not open/);
    expect(id).toMatch(/^mail_/);
    expect(await mailsTo(t, 'ada@example.com')).toEqual([
      {
        to: 'ada@example.com',
        subject: 'A subject',
        text: 'The token is tok_verify_secret.\n\nSent by Sallyport at http://localhost:4000\n',
      },
    ]);
  });

  it('exists only if the transaction commits', async () => {
    const failing = queue({}, () => {
      throw new Error('rolled back');
    });

    await expect(failing).rejects.toThrow('rolled back');
    expect(await Mail.query(knex).resultSize()).toBe(0);
  });

  it('has one line for each paragraph and for its subject, whatever they contain', async () => {
    await queue({
      subject: 'Ada\r\nBcc: eve@example.com\u2028invites you',
      paragraphs: ['Ada\r\n\r\nhttps://evil.example\u202Esays hello.', 'x'],
    });

    const [mail] = await mailsTo(t, 'ada@example.com');
    expect(mail?.subject).toBe('Ada Bcc: eve at example·com invites you');
    expect(mail?.text.split('\n\n').slice(0, 2)).toEqual(['Ada https evil·example says hello.', 'x']);
  });

  it('has a subject of about 200 characters at most', async () => {
    await queue({ subject: '🔑'.repeat(300) });

    const [mail] = await mailsTo(t, 'ada@example.com');
    expect(mail?.subject.length).toBeLessThanOrEqual(201);
    expect(mail?.subject.isWellFormed()).toBe(true);
  });
});

describe('sending mails', () => {
  it('delivers a mail once, and then deletes its text', async () => {
    await queue();
    const { sent, ports } = portsWith();

    await sendMails(ports);
    await sendMails(ports);

    expect(sent).toMatchObject([{ to: 'ada@example.com', subject: 'A subject', at: t.clock.now() }]);
    expect(await row()).toMatchObject({ status: 'SENT', sealed: null, endedAt: t.clock.now(), attempts: 1 });
  });

  it('opens no transaction while the mailer works', async () => {
    await queue();
    const { sent, ports } = portsWith(async () => {
      // This query would wait if an open transaction occupied the only database connection.
      expect(await Mail.query(knex).resultSize()).toBe(1);
    });

    await sendMails(ports);

    expect(sent).toHaveLength(1);
    expect((await row()).status).toBe('SENT');
  });

  it('gives each mail to one of several workers', async () => {
    for (let index = 0; index < 25; index += 1) await queue({ to: `person-${index}@example.com` });
    const { sent, ports } = portsWith();

    await Promise.all(Array.from({ length: 4 }, async () => await sendMails(ports)));
    await sendMails(ports);

    expect(sent).toHaveLength(25);
    expect(new Set(sent.map(({ to }) => to)).size).toBe(25);
  });

  it('retries after growing delays, and then gives up, reports it, and deletes the text', async () => {
    await queue();
    const { sent, ports } = portsWith(fail);
    const attempts: number[] = [];

    for (const minutes of [0, ...waitsMinutes]) {
      t.clock.advance({ minutes: minutes - 0.1 });
      await sendMails(ports);
      t.clock.advance({ minutes: 0.1 });
      await sendMails(ports);
      attempts.push(sent.length);
    }
    t.clock.advance({ days: 30 });
    await sendMails(ports);

    expect(waitsMinutes).toEqual(waitsMinutes.toSorted((one, other) => one - other));
    expect(attempts).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(sent).toHaveLength(7);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
    expect(await row()).toMatchObject({ status: 'GIVEN_UP', sealed: null, attempts: 7 });
    expect(t.events.map(({ event }) => event)).toEqual([...Array(6).fill('mail.failed'), 'mail.given_up']);
    expect(JSON.stringify(t.events)).not.toContain('tok_verify');
  });

  it('continues after a process died during a delivery', async () => {
    await queue();
    const { sent: lost, ports: dying } = portsWith(async () => await new Promise(() => {}));
    void sendMails(dying);
    await expect.poll(() => lost.length).toBe(1);
    const { sent, ports } = portsWith();

    await sendMails(ports);
    const atOnce = sent.length;
    t.clock.advance({ minutes: waitsMinutes[0] ?? 0 });
    await sendMails(ports);

    expect([atOnce, sent.length]).toEqual([0, 1]);
    expect(sent[0]?.id).toBe(lost[0]?.id);
    expect((await row()).status).toBe('SENT');
  });

  it('ignores a late failure of a worker if another worker has started the mail again', async () => {
    await queue();
    const { promise, reject } = Promise.withResolvers<void>();
    const slow = portsWith(async () => await promise);
    const lateWork = sendMails(slow.ports);
    await expect.poll(() => slow.sent.length).toBe(1);
    t.clock.advance({ minutes: waitsMinutes[0] ?? 0 });
    const other = portsWith(async () => {
      reject(new MailRefused('No such recipient.'));
      await lateWork;
    });

    await sendMails(other.ports);

    expect(await row()).toMatchObject({ status: 'SENT', attempts: 2 });
  });

  it('gives up immediately after a permanent refusal', async () => {
    await queue();
    const { sent, ports } = portsWith(
      async () => await Promise.reject(new MailRefused('No such recipient.')),
    );

    await sendMails(ports);

    expect(sent).toHaveLength(1);
    expect(await row()).toMatchObject({ status: 'GIVEN_UP', sealed: null });
  });

  it('sends no mail whose token has expired', async () => {
    await queue({ usefulUntil: new Date(t.clock.now().getTime() + 60_000) });
    const { sent, ports } = portsWith();

    t.clock.advance({ minutes: 1 });
    await sendMails(ports);

    expect(sent).toEqual([]);
    expect(await row()).toMatchObject({ status: 'GIVEN_UP', sealed: null });
  });

  it('continues after a mail that does not open', async () => {
    await queue();
    await Mail.query(knex).patch({ sealed: Buffer.from('not sealed by us, by far') });
    await queue({ to: 'next@example.com' });
    const { sent, ports } = portsWith();

    await sendMails(ports);

    expect(sent).toMatchObject([{ to: 'next@example.com' }]);
    expect(t.events).toMatchObject([{ event: 'mail.failed' }]);
  });
});

describe('a mail that has ended', () => {
  it('is deleted after a week, and a queued one is not', async () => {
    await queue();
    await sendMails(portsWith().ports);
    await queue({ to: 'waiting@example.com' });

    t.clock.advance({ days: 7 });
    await forgetMails(t.ports);
    const kept = await Mail.query(knex).resultSize();
    t.clock.advance({ seconds: 1 });
    await forgetMails(t.ports);

    expect(kept).toBe(2);
    expect(await Mail.query(knex)).toMatchObject([{ status: 'QUEUED' }]);
  });
});

describe('a name in a mail', () => {
  // Text that programs turn into links: with a scheme, as an address, or with an ending like a domain.
  const link = /:\/\/|@|[\p{L}\p{N}\p{Cf}_-][.．。｡․﹒]+\p{Cf}*[\p{L}\p{N}]/u;
  const invisible = /[\p{Bidi_Control}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/u;
  const dots = ['.', '．', '。', '｡', '․', '﹒', '.\u200b', '\u00ad.'];
  const names = [
    'https://evil.example/path?x=1#y',
    'HTTP:\\\\evil.example',
    'www.evil.example',
    'support@evil.example',
    'support ＠ evil.example',
    '"evil.example"',
    'evil-.example',
    'xn--e1afmkfd.xn--p1ai and пример.рф',
    '192.0.2.1',
    'a\r\nBcc: b\u2028c\u0000\u202egnp.elpmaxe',
    ...dots.map((dot) => `bank${dot}example`),
  ];

  async function mailNaming(name: string) {
    await queue({
      subject: `${name} invites you to “${name}”`,
      paragraphs: [`Hello ${name},`, `“${name}”: ${name}`, { verbatim: 'http://localhost:4000/a#b' }],
    });
    const [mail] = await mailsTo(t, letter.to);
    return { subject: mail?.subject ?? '', lines: mail?.text.split('\n\n').slice(0, 2).join('\n') ?? '' };
  }

  it.each(names)('forms no link, breaks no line and changes no writing direction: %j', async (name) => {
    const { subject, lines } = await mailNaming(name);

    expect(subject).toContain('invites you to');
    expect(lines).toContain('Hello');
    for (const text of [subject, lines]) {
      expect(text).not.toMatch(link);
      expect(text).not.toMatch(invisible);
    }
  });

  it('forms no link, whatever its parts', async () => {
    const parts = [
      'a',
      'B',
      '9',
      'é',
      '-',
      '_',
      ' ',
      '@',
      ':',
      '/',
      '\\',
      'www',
      '://',
      '\u200d',
      '\t',
      '💩',
      ...dots,
    ];
    const name = fc
      .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 12 })
      .map((all) => all.join(''));
    const given = fc.sample(name, { numRuns: count(20_000), seed: seed() });

    expect(given.filter((each) => link.test(subjectLine(each)))).toEqual([]);
  });

  it.each(['Dr. Ada Lovelace', 'Acme Inc.', 'Zoë & Søn', 'C# / .NET', 'اسم', 'a–b, c: d'])(
    'is unchanged if it contains nothing of a link: %s',
    async (name) => expect((await mailNaming(name)).lines).toContain(`Hello ${name},`),
  );

  it('leaves our own links unchanged', async () => {
    await mailNaming('evil.example');

    const [mail] = await mailsTo(t, letter.to);
    expect(mail?.text).toContain('\n\nhttp://localhost:4000/a#b\n\n');
    expect(mail?.text).toMatch(/Sent by Sallyport at http:\/\/localhost:4000\n$/);
  });
});
