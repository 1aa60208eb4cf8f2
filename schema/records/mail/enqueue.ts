import { Mail } from '../../../db/models/mail.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { sealJson } from '../../kernel/sealed.ts';
import { plain, sealName, subjectLine, type MailContent, type Verbatim } from './rules.ts';

export interface Letter {
  to: string;
  subject: string;
  /** Each is one line. Names come from users, so in plain text the server replaces what would become a link. */
  paragraphs: (string | Verbatim)[];
  /** The expiry, if the mail contains a token or is about something that ends. */
  usefulUntil?: Date;
}

/** Queues a mail. The server sends it if, and only if, the transaction commits. */
export async function enqueueMail(tx: TransactionContext, letter: Letter): Promise<void> {
  await enqueueMails(tx, [letter]);
}

export async function enqueueMails(tx: TransactionContext, letters: readonly Letter[]): Promise<void> {
  if (letters.length === 0) return;
  const now = tx.clock.now();
  const rows = letters.map((letter) => {
    const id = newId('mail');
    const content: MailContent = {
      to: letter.to,
      subject: subjectLine(letter.subject),
      text: textOf(tx, letter.paragraphs),
    };
    return {
      id,
      sealed: sealJson(tx.sealing, sealName(id), content),
      status: 'QUEUED' as const,
      attempts: 0,
      dueAt: now,
      usefulUntil: letter.usefulUntil ?? null,
      createdAt: now,
      updatedAt: now,
    };
  });
  await Mail.query(tx.knex).insert(rows);
}

function textOf({ settings }: TransactionContext, paragraphs: Letter['paragraphs']): string {
  const text = paragraphs.map((line) => (typeof line === 'string' ? plain(line) : line.verbatim));
  const lines = [...text, `Sent by Sallyport at ${settings.baseUrl}`];
  return `${lines.join('\n\n')}\n`;
}
