import type { MailStatus } from '../../../db/models/mail.ts';
import { machine } from '../../values/machine.ts';

const words = { commands: {}, states: { GIVEN_UP: 'given up' } };

export const mailMoves = machine<MailStatus, 'send' | 'give up'>('mail', words, {
  QUEUED: { send: 'SENT', 'give up': 'GIVEN_UP' },
  SENT: {},
  GIVEN_UP: {},
});

/** A mailer answers within this time. */
export const sendingSeconds = 20;

/**
 * After each failed attempt, how long until the next; longer than one attempt can last. After the last it is given up.
 */
export const waitsMinutes = [1, 5, 30, 120, 360, 720];

export function isLastAttempt(attempts: number): boolean {
  return attempts > waitsMinutes.length;
}

/** When the attempt after this one is due, counted from 1. Whoever dies in the middle is overtaken by that one. */
export function nextDueAt(attempts: number, now: Date): Date {
  const minutes = waitsMinutes[Math.min(attempts, waitsMinutes.length) - 1] ?? 1;
  return new Date(now.getTime() + minutes * 60_000);
}

/** What the database keeps of a mail, sealed, until it has ended. */
export interface MailContent {
  to: string;
  subject: string;
  text: string;
}

export function sealName(mailId: string): string {
  return `mail:${mailId}`;
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A moment as people write it: `20 December 2026, 09:00 UTC`. */
export function momentOf(date: Date): string {
  return `${day.format(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}

/** The mail is refused for good: there is no such recipient, say. */
export class MailRefused extends Error {
  override name = 'MailRefused';
}

const maxSubject = 200;

/** A line that reaches the reader as it stands, such as a link of ours. It holds nothing that anybody has named. */
export interface Verbatim {
  readonly verbatim: string;
}

// A name may hold what would break a line or turn its direction around, and so pass for words of ours.
const disruptive = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu;

/**
 * What mail programs make into links, in names such as `evil.example`: a scheme's slashes, the at sign, and a dot between two
 * labels, with the characters that IDNA takes for these (RFC 3490 §3.1).
 */
const linked: readonly [form: RegExp, instead: string][] = [
  [/[:：]?[/\\／]{2,}/gu, ' '],
  [/\s*[@＠﹫]\s*/gu, ' at '],
  // A time such as 09:00:00.000Z keeps its dot: no mail program makes a link of that.
  [/(?<=[^\s\p{P}]|[_-])(?!(?<=:\d\d)\.\d{3}Z(?![\p{L}\p{N}_-]))[.．。｡․﹒]+(?=\p{Cf}*[\p{L}\p{N}])/gu, '·'],
];

/** The text as one line in which a mail program finds no link. */
export function plain(text: string): string {
  return linked
    .reduce((line, [form, instead]) => line.replaceAll(form, instead), text.replaceAll(disruptive, ' '))
    .trim();
}

export function subjectLine(text: string): string {
  const line = plain(text);
  return line.length > maxSubject ? `${line.slice(0, maxSubject).toWellFormed()}…` : line;
}
