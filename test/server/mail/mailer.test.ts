import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MailRefused, subjectLine } from '../../../schema/records/mail/rules.ts';
import type { LogEvent } from '../../../schema/kernel/ports/log.ts';
import type { Mailer, OutgoingMail } from '../../../schema/kernel/ports/mailer.ts';
import { mintSecret } from '../../../schema/values/secret.ts';
import { loadConfig } from '../../../server/config/config.ts';
import { createMailer } from '../../../server/mail/mailer.ts';
import { smtpMailer } from '../../../server/mail/smtp.ts';
import { temporaryFolder } from '../../support/server-process.ts';
import { fakeSmtp } from '../../support/smtp.ts';

vi.setConfig({ testTimeout: 60_000 });

const MAIL_FROM = 'Sallyport <sallyport@example.com>';
const mail: OutgoingMail = {
  id: 'mail_01kaf5m2jcexxt5s6f3yq4z8rd',
  to: 'ada@example.com',
  subject: 'Ada invites you to “Engines”',
  text: 'Open this link:\n\nhttp://localhost:4000/invitations#tok_invite_0123456789_abc\n\n.hidden\n',
  at: new Date('2026-11-20T09:00:00.000Z'),
};

const events: LogEvent[] = [];
const keep = (event: LogEvent) => void events.push(event);
const log = { debug: keep, info: keep, warn: keep, error: keep };

function mailerOf(env: Record<string, string>): { mailer: Mailer; dataDir: string } {
  const dataDir = temporaryFolder();
  return { mailer: createMailer(loadConfig({ DATA_DIR: dataDir, ...env }), log), dataDir };
}

/** Unfolds the lines of a message, and splits it at its first empty line. */
function parts(message: string): { headers: string[]; body: string } {
  const end = message.indexOf('\r\n\r\n');
  const headers = message.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  return { headers: headers.split('\r\n'), body: message.slice(end + 4) };
}

function namesOf(message: string): string[] {
  return parts(message).headers.map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
}

async function written(given: Partial<OutgoingMail>, env: Record<string, string> = {}): Promise<string> {
  const { mailer, dataDir } = mailerOf(env);
  await mailer.send({ ...mail, ...given });
  return readFileSync(join(dataDir, 'mail', `${mail.id}.eml`), 'latin1');
}

describe('without SMTP_URL', () => {
  it('a mail becomes a file that only this user may read', async () => {
    const { mailer, dataDir } = mailerOf({});

    await mailer.send(mail);
    await mailer.send(mail);

    const folder = join(dataDir, 'mail');
    const path = join(folder, `${mail.id}.eml`);
    expect(readdirSync(folder)).toEqual([`${mail.id}.eml`]);
    expect([statSync(path).mode & 0o777, statSync(folder).mode & 0o777]).toEqual([0o600, 0o700]);
    const { headers, body } = parts(readFileSync(path, 'latin1'));
    expect(headers).toEqual(
      expect.arrayContaining([
        'From: Sallyport <no-reply@localhost>',
        'To: ada@example.com',
        'Subject: =?UTF-8?Q?Ada_invites_you_to_=E2=80=9CEngines?= =?UTF-8?Q?=E2=80=9D?=',
        'Message-ID: <mail_01kaf5m2jcexxt5s6f3yq4z8rd@localhost>',
        'Auto-Submitted: auto-generated',
        'Date: Fri, 20 Nov 2026 09:00:00 +0000',
        'MIME-Version: 1.0',
      ]),
    );
    expect(body).toContain('http://localhost:4000/invitations#tok_invite_0123456789_abc');
  });

  it('RFC 5322: no line is longer than 998 characters, and all end with CRLF', async () => {
    const text = await written({ subject: subjectLine('x'.repeat(5000)), text: `${'long '.repeat(1000)}\n` });

    expect(text.split('\r\n').filter((line) => line.length > 998)).toEqual([]);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('a token on its own line stays whole, even if the rest must be encoded', async () => {
    const token = mintSecret('tok_invite').text;
    const link = `https://platform.example.com/invitations#${token}`;
    const texts = Array.from(
      { length: 80 },
      (_, at) => `${'“x”'.repeat(at)}\n\n${link}\n\n${token}\n\nBye\n`,
    );

    const messages = [];
    for (const text of texts) messages.push(await written({ text }));

    expect(messages.filter((message) => message.split('\r\n').includes(token))).toHaveLength(80);
    expect(messages.filter((message) => message.replaceAll('=\r\n', '').includes(link))).toHaveLength(80);
    expect(messages[1]).toContain('Content-Transfer-Encoding: quoted-printable');
  });

  // Names that could inject headers if a format allowed them.
  const injections = [
    'Ada\r\nBcc: eve@example.com',
    'Ada\nX-Injected: yes\n\nA body of theirs',
    'Ada\rBcc: eve@example.com',
    'Ada\r\n\r\n--boundary\r\nContent-Type: text/html',
    'Ada\u0000\u0085\u2028Bcc: eve@example.com',
    '=?UTF-8?Q?Ada=0D=0ABcc:_eve@example.com?=',
    '"Ada" <eve@example.com>, Eve',
  ];

  it.each(injections)('a subject adds no header and no recipient: %j', async (subject) => {
    const message = await written({ subject });

    expect(namesOf(message)).toEqual(namesOf(await written({})));
    expect(parts(message).headers).toContain('To: ada@example.com');
    expect(parts(message).body).not.toContain('theirs');
  });

  it.each([
    ...injections.filter((text) => /[\s<>]/.test(text)).map((text) => `${text}@example.com`),
    'ada',
    '',
  ])('a mail to an invalid address is rejected: %j', async (to) => {
    await expect(written({ to })).rejects.toThrow(MailRefused);
  });
});

describe('MAIL_DRIVER=log', () => {
  it('logs that there is a mail, and nothing of its text', async () => {
    const { mailer, dataDir } = mailerOf({ MAIL_DRIVER: 'log' });

    await mailer.send(mail);

    const { id: mailId, to, subject } = mail;
    expect(events.at(-1)).toEqual({ event: 'mail.logged', mailId, to, subject });
    expect(JSON.stringify(events)).not.toContain('tok_invite');
    expect(readdirSync(dataDir)).toEqual([]);
  });
});

describe('SMTP_URL', () => {
  it('sends the mail to the server', async () => {
    await using twin = await fakeSmtp();
    const { mailer } = mailerOf({ SMTP_URL: twin.url, MAIL_FROM });

    await mailer.send(mail);

    expect(twin.mails).toMatchObject([
      { from: 'sallyport@example.com', to: ['ada@example.com'], user: null },
    ]);
    const { headers, body } = parts(twin.mails[0]?.message ?? '');
    expect(headers).toContain('From: Sallyport <sallyport@example.com>');
    expect(headers).toContain(`Message-ID: <${mail.id}@example.com>`);
    expect(body).toContain('#tok_invite_0123456789_abc');
    expect(body).toContain('\r\n.hidden\r\n');
  });

  it('signs in with the user and password of the URL, percent-decoded', async () => {
    await using twin = await fakeSmtp({ login: ['post@example.com', 'p@ss/word'] });
    const url = `smtp://post%40example.com:p%40ss%2Fword@127.0.0.1:${twin.port}`;

    await mailerOf({ SMTP_URL: url, MAIL_FROM }).mailer.send(mail);

    expect(twin.mails).toMatchObject([{ user: 'post@example.com' }]);
  });

  it('fails temporarily if the login is rejected', async () => {
    await using twin = await fakeSmtp({ login: ['post', 'right'] });
    const { mailer } = mailerOf({ SMTP_URL: `smtp://post:wrong@127.0.0.1:${twin.port}`, MAIL_FROM });

    const sending = mailer.send(mail);

    await expect(sending).rejects.not.toBeInstanceOf(MailRefused);
    await expect(sending).rejects.toThrow(/535/);
    expect(twin.mails).toEqual([]);
  });

  it.each([
    ['550 5.1.1 No such user', true],
    ['450 4.2.1 Mailbox busy', false],
  ])('a recipient answered with %s fails permanently: %s', async (recipient, isForGood) => {
    await using twin = await fakeSmtp({ recipient });
    const { mailer } = mailerOf({ SMTP_URL: twin.url, MAIL_FROM });

    const error: unknown = await mailer.send(mail).catch((thrown: unknown) => thrown);

    expect(error instanceof MailRefused).toBe(isForGood);
    expect(error).toBeInstanceOf(Error);
  });

  it('fails temporarily if the message is not accepted', async () => {
    await using twin = await fakeSmtp({ message: '451 4.3.0 Try later' });

    await expect(mailerOf({ SMTP_URL: twin.url, MAIL_FROM }).mailer.send(mail)).rejects.toThrow(/451/);
  });

  it('names only the intended recipient, whatever the text contains', async () => {
    await using twin = await fakeSmtp();
    const { mailer } = mailerOf({ SMTP_URL: twin.url, MAIL_FROM });

    await mailer.send({
      ...mail,
      subject: 'x\r\nBcc: eve@example.com',
      text: 'A line\r\n.\r\nMAIL FROM:<eve@example.com>\r\n',
    });

    expect(twin.mails).toHaveLength(1);
    expect(twin.mails[0]?.to).toEqual(['ada@example.com']);
    expect(twin.lines.filter((line) => line.startsWith('RCPT'))).toEqual(['RCPT TO:<ada@example.com>']);
  });

  it('rejects an address that contains a command', async () => {
    await using twin = await fakeSmtp();
    const { mailer } = mailerOf({ SMTP_URL: twin.url, MAIL_FROM });

    const sending = mailer.send({ ...mail, to: 'ada@example.com>\r\nRCPT TO:<eve@example.com' });

    await expect(sending).rejects.toThrow(MailRefused);
    expect(twin.lines).toEqual([]);
  });

  it('sends neither mail nor password without TLS if TLS is required', async () => {
    await using twin = await fakeSmtp({ login: ['post', 'secret word'] });
    const server = {
      host: '127.0.0.1',
      port: twin.port,
      isImplicitTls: false,
      demandsTls: true,
      auth: { user: 'post', pass: 'secret word' },
    };

    const sending = smtpMailer(server, { name: '', address: 'a@example.com' }).send(mail);

    await expect(sending).rejects.toThrow(/STARTTLS|TLS|502/);
    expect(twin.mails).toEqual([]);
    expect(twin.lines.filter((line) => /^(AUTH|MAIL|RCPT)/.test(line))).toEqual([]);
  });

  it('gives up within seconds on a silent server', async () => {
    await using twin = await fakeSmtp({ isSilent: true });
    const started = performance.now();

    await expect(mailerOf({ SMTP_URL: twin.url, MAIL_FROM }).mailer.send(mail)).rejects.toThrow(Error);

    expect(performance.now() - started).toBeLessThan(25_000);
  });

  it('reports that the server refuses the connection', async () => {
    const twin = await fakeSmtp();
    await twin[Symbol.asyncDispose]();

    await expect(mailerOf({ SMTP_URL: twin.url, MAIL_FROM }).mailer.send(mail)).rejects.toThrow(
      /ECONNREFUSED/,
    );
  });
});
