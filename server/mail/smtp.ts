import { createTransport } from 'nodemailer';
import { MailRefused, sendingSeconds } from '../../schema/records/mail/rules.ts';
import type { Mailer } from '../../schema/kernel/ports/mailer.ts';
import { messageOf, type MailAddress } from './message.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte, RFC 8314; otherwise by STARTTLS. */
  isImplicitTls: boolean;
  /** Whether a mail rather stays than goes, or a password is sent, without TLS. */
  demandsTls: boolean;
  auth: { user: string; pass: string } | null;
}

/** Hands mails to a server, each over a connection of its own: what waits in a pool would outlive the attempt. */
export function smtpMailer(server: SmtpServer, from: MailAddress): Mailer {
  const { host, port, isImplicitTls, demandsTls, auth } = server;
  // nodemailer's own patience is minutes, of which each step has its own; the signal ends them all.
  const patienceMs = sendingSeconds * 500;
  const transport = createTransport({
    host,
    port,
    secure: isImplicitTls,
    requireTLS: demandsTls && !isImplicitTls,
    ...(auth && { auth }),
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  });
  return {
    async send(mail) {
      const signal = AbortSignal.timeout(sendingSeconds * 1000);
      try {
        await transport.sendMail({ ...messageOf(mail, from), signal });
      } catch (error) {
        throw isRecipientRefused(error)
          ? new MailRefused('The mail server refuses the recipient.', { cause: error })
          : error;
      }
    },
  };
}

// RFC 5321 §4.2.1: 5yz is for good. Of the sender or the login it is a setting that somebody may mend.
function isRecipientRefused(error: unknown): boolean {
  const { command, responseCode } = (error ?? {}) as { command?: unknown; responseCode?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}
