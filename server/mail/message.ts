import type { SendMailOptions } from 'nodemailer';
import { MailRefused } from '../../schema/records/mail/rules.ts';
import type { OutgoingMail } from '../../schema/kernel/ports/mailer.ts';

export interface MailAddress {
  name: string;
  address: string;
}

/**
 * The mail for nodemailer, which encodes names and subjects (RFC 2047) and folds lines (RFC 5322). Addresses are given
 * as objects, and once more for the envelope, so that nothing is read out of a text: a name like `a, b@c` is a name.
 */
export function messageOf({ id, to, subject, text, at }: OutgoingMail, from: MailAddress): SendMailOptions {
  // nodemailer mends what cannot be an address, and would send to whatever comes out.
  if (!/^[^\s<>\p{Cc}]+@[^\s<>\p{Cc}]+$/u.test(to))
    throw new MailRefused('The recipient address is not valid.');
  return {
    from,
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject,
    // With the line ends of mails, by which nodemailer sees lines that are short enough to be left whole.
    text: text.replaceAll('\n', '\r\n'),
    date: at,
    // The same for every attempt, so that a mail which went twice can be told for one.
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    // RFC 3834: nobody's holiday notice answers this.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
