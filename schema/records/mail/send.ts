import pLimit, { type LimitFunction } from 'p-limit';
import { Mail } from '../../../db/models/mail.ts';
import { inTransaction } from '../../../db/transaction.ts';
import type { Ports } from '../../kernel/context.ts';
import { unsealJson } from '../../kernel/sealed.ts';
import { MailRefused, isLastAttempt, mailMoves, nextDueAt, sealName, type MailContent } from './rules.ts';

/**
 * Sends what is queued. A worker takes a mail by counting the attempt and putting off the next one, commits that, and
 * sends with no transaction open; so a mail that was being sent by a process which died goes out with the next attempt,
 * and now and then twice, under one Message-ID. What was sent or given up keeps no text.
 */
const batchSize = 10;
const maxBatches = 10;

export async function sendMails(ports: Ports): Promise<void> {
  // Mails are sent beside each other; one connection of the database is enough for what is written down of them.
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

// One worker per mail: whoever comes second skips the lock, or finds the next attempt put off.
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
  // Somebody else may be at the next attempt, which is theirs to give up. A mail that went has gone.
  if (move === 'give up') ending.where({ attempts });
  const status = mailMoves.next('QUEUED', move);
  await ending.patch({ status, sealed: null, endedAt: now, updatedAt: now });
}
