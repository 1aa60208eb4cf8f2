import { MailRefused, sendingSeconds } from '../../schema/records/mail/rules.ts';
import type { Mailer } from '../../schema/kernel/ports/mailer.ts';
import { messageOf, type MailAddress } from './message.ts';

export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the first byte (RFC 8314); otherwise STARTTLS. */
  isImplicitTls: boolean;
  /** Whether neither mail nor password may be sent without TLS. */
  demandsTls: boolean;
  auth: { user: string; pass: string } | null;
}

/**
 * Sends mails to a server, each over its own connection: in a pool, a waiting mail would outlive its attempt.
 */
export function smtpMailer(server: SmtpServer, from: MailAddress): Mailer {
  const { host, port, isImplicitTls, demandsTls, auth } = server;
  // nodemailer's own timeouts are minutes for each step; the signal bounds all steps together.
  const patienceMs = sendingSeconds * 500;
  const options = {
    host,
    port,
    secure: isImplicitTls,
    requireTLS: demandsTls && !isImplicitTls,
    ...(auth && { auth }),
    dnsTimeout: patienceMs,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
  };
  return {
    async send(mail) {
      // Loaded at the first mail, since the package takes a while to load.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport(options);
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

// RFC 5321 §4.2.1: 5yz is permanent. For the sender or the login, an operator may fix the setting.
function isRecipientRefused(error: unknown): boolean {
  const { command, responseCode } = (error ?? {}) as { command?: unknown; responseCode?: unknown };
  return command === 'RCPT TO' && typeof responseCode === 'number' && responseCode >= 500;
}
