import pLimit, { type LimitFunction } from 'p-limit';
import { Mail } from '../../../db/models/mail.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Ports } from '../../kernel/context.ts';
import { unsealJson } from '../../kernel/sealed.ts';
import { MailRefused, isLastAttempt, mailMoves, nextDueAt, sealName, type MailContent } from './rules.ts';

/**
 * Sends the queued mails. A worker claims a mail by committing the attempt count and the next due time, then
 * sends it outside transactions. After a crash, the next attempt sends the mail, occasionally twice under one
 * Message-ID. Mails that were sent or given up keep no text.
 */
const batchSize = 10;
const maxBatches = 10;

export async function sendMails(ports: Ports): Promise<void> {
  // Mails are sent concurrently, but their database writes share one connection.
  const inTurn = pLimit(1);
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const due = await Mail.query(ports.database.knex)
      .select('id')
      .where({ status: 'QUEUED' })
      .where('dueAt', '<=', ports.clock.now())
      .orderBy('dueAt')
      .limit(batchSize);
    if (due.length === 0) return;
    await Promise.all(due.map(async ({ id }) => await deliver(ports, id, inTurn)));
  }
}

async function deliver(ports: Ports, id: string, inTurn: LimitFunction): Promise<void> {
  const mail = await inTurn(async () => await take(ports, id));
  if (!mail) return;
  try {
    const isUseful = mail.usefulUntil === null || ports.clock.now() < mail.usefulUntil;
    if (!isUseful) throw new MailRefused('The subject of this mail has ended.');
    await send(ports, mail);
    await inTurn(async () => await finish(ports, mail, 'send'));
  } catch (error) {
    await inTurn(async () => await recordFailure(ports, mail, error));
  }
}

// One worker per mail: another one skips the locked row, or finds a later due time.
async function take({ database, clock }: Ports, id: string): Promise<Mail | null> {
  return await inTransaction(database.knex, async (trx) => {
    const now = clock.now();
    const mail = await Mail.query(trx)
      .findOne({ id, status: 'QUEUED' })
      .where('dueAt', '<=', now)
      .forUpdate()
      .skipLocked();
    if (!mail) return null;
    const attempts = mail.attempts + 1;
    return await Mail.change(trx, id, now, { attempts, dueAt: nextDueAt(attempts, now) });
  });
}

async function send({ mailer, sealing }: Ports, { id, sealed, createdAt: at }: Mail): Promise<void> {
  if (!sealed) throw new Error('A queued mail has no content.');
  const content = unsealJson(sealing, sealName(id), sealed) as MailContent;
  await mailer.send({ id, at, ...content });
}

async function recordFailure(ports: Ports, mail: Mail, error: unknown): Promise<void> {
  const { id: mailId, attempts } = mail;
  if (!(error instanceof MailRefused) && !isLastAttempt(attempts)) {
    ports.log.warn({ event: 'mail.failed', mailId, attempts, error });
    return;
  }
  await finish(ports, mail, 'give up');
  ports.log.error({ event: 'mail.given_up', mailId, attempts, error });
}

async function finish(
  { database, clock }: Ports,
  { id, attempts }: Mail,
  move: 'send' | 'give up',
): Promise<void> {
  const now = clock.now();
  const ending = Mail.query(database.knex).where({ id, status: 'QUEUED' });
  // Another worker may be at the next attempt; then only that one may give the mail up. A sent mail has ended
  // anyway.
  if (move === 'give up') ending.where({ attempts });
  const status = mailMoves.next('QUEUED', move);
  await ending.patch({ status, sealed: null, endedAt: now, updatedAt: now });
}
