import type { MailStatus } from '../../../db/models/mail.ts';
import { machine } from '../../values/machine.ts';

const words = { commands: {}, states: { GIVEN_UP: 'given up' } };

export const mailMoves = machine<MailStatus, 'send' | 'give up'>('mail', words, {
  QUEUED: { send: 'SENT', 'give up': 'GIVEN_UP' },
  SENT: {},
  GIVEN_UP: {},
});

/** The time limit of a mailer, in seconds. */
export const sendingSeconds = 20;

/**
 * The waits after each failed attempt, longer than one attempt can take. After the last one, the server gives
 * the mail up.
 */
export const waitsMinutes = [1, 5, 30, 120, 360, 720];

export function isLastAttempt(attempts: number): boolean {
  return attempts > waitsMinutes.length;
}

/**
 * Returns the time of the attempt after this one, counted from 1. It also replaces an attempt that crashed.
 */
export function nextDueAt(attempts: number, now: Date): Date {
  const minutes = waitsMinutes[Math.min(attempts, waitsMinutes.length) - 1] ?? 1;
  return new Date(now.getTime() + minutes * 60_000);
}

/** The content of a mail, which the database stores sealed until the mail has ended. */
export interface MailContent {
  to: string;
  subject: string;
  text: string;
}

export function sealName(mailId: string): string {
  return `mail:${mailId}`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Returns a time for people to read: `20 December 2026, 09:00 UTC`. */
export function momentOf(date: Date): string {
  return `${day.format(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** A permanent refusal of a mail, such as for an unknown recipient. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

const maxSubject = 200;

/** A line that is sent unchanged, such as a link of ours. It must contain no text from users. */
export interface Verbatim {
  readonly verbatim: string;
}

// A name may contain characters that break a line or reverse its direction, and so imitate our text.
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/**
 * Matches text in names that mail programs turn into links, such as `evil.example`. These are the slashes of
 * a scheme, the at sign, and a dot between two labels. Includes the characters that IDNA treats like these
 * (RFC 3490 §3.1).
 */
const linked: readonly [form: RegExp, instead: string][] = [
  [/[:：]?[/\\／]{2,}/gu, ' '],
  [/\s*[@＠﹫]\s*/gu, ' at '],
  // A time such as 09:00:00.000Z keeps its dot, since no mail program turns it into a link.
  [/(?<=[^\s\p{P}]|[_-])(?!(?<=:\d\d)\.\d{3}Z(?![\p{L}\p{N}_-]))[.．。｡․﹒]+(?=\p{Cf}*[\p{L}\p{N}])/gu, '·'],
];

/** Returns the text as one line in which mail programs find no link. */
export function plain(text: string): string {
  return linked
    .reduce((line, [form, instead]) => line.replaceAll(form, instead), text.replaceAll(disruptive, ' '))
    .trim();
}

export function subjectLine(text: string): string {
  const line = plain(text);
  return line.length > maxSubject ? `${line.slice(0, maxSubject).toWellFormed()}…` : line;
}
