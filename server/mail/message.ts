import type { SendMailOptions } from 'nodemailer';
import { MailRefused } from '../../schema/records/mail/rules.ts';
import type { OutgoingMail } from '../../schema/kernel/ports/mailer.ts';

export interface MailAddress {
  name: string;
  address: string;
}

/**
 * Returns the mail for nodemailer, which encodes names and subjects (RFC 2047) and folds lines (RFC 5322).
 * Addresses are objects, also for the envelope, so that none is parsed: a name like `a, b@c` stays a name.
 */
export function messageOf({ id, to, subject, text, at }: OutgoingMail, from: MailAddress): SendMailOptions {
  // nodemailer repairs a text that cannot be an address, and would send to the result.
  if (!/^[^\s<>\p{Cc}]+@[^\s<>\p{Cc}]+$/u.test(to))
    throw new MailRefused('The recipient address is not valid.');
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    // With CRLF, nodemailer sees that lines are short enough, and does not encode them.
    text: text.replaceAll('\n', '\r\n'),
    date: at,
    // The same for every attempt, so that a mail sent twice is recognizable.
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    // RFC 3834: prevents automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
