import { PasswordResetRequest } from '../../../db/models/password-reset-request.ts';
import { Person } from '../../../db/models/person.ts';
import { recordPersonal } from '../../records/audit/record.ts';
import type { Client, Ports, TransactionContext } from '../../kernel/context.ts';
import { createContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { enqueueMail } from '../../records/mail/enqueue.ts';
import { linkWithToken } from '../../records/mail/link.ts';
import { mintMailedToken } from '../person/mailed-token.ts';
import { emailKeyOf } from '../person/rules.ts';
import { unsealJson } from '../../kernel/sealed.ts';

export interface AskedReset {
  email: string;
  /** The requester, for the audit log. */
  client: Client;
}

const job = 'answer-resets';
const batchSize = 20;
/** Older requests get no answer, because the requester has asked again. */
const patienceMinutes = 10;

export function sealNameOf(requestId: string): string {
  return `password_reset_request:${requestId}`;
}

/** Mails a link to each requested address that has an account. */
export async function answerPasswordResets(ports: Ports): Promise<void> {
  const oldest = new Date(ports.clock.now().getTime() - patienceMinutes * 60_000);
  const waiting = await PasswordResetRequest.query(ports.database.knex)
    .where('createdAt', '>', oldest)
    .orderBy('id')
    .limit(batchSize);
  await forEachIsolated(ports, job, waiting, async (request) => await answerOne(ports, request));
}

async function answerOne(ports: Ports, { id, sealed }: PasswordResetRequest): Promise<void> {
  const { email, client } = unsealJson(ports.sealing, sealNameOf(id), sealed) as AskedReset;
  await createContext(ports, client).transaction(async (tx) => {
    // One worker answers each request; a second one finds it deleted.
    if (await PasswordResetRequest.query(tx.knex).deleteById(id)) await answer(tx, email);
    return {};
  });
}

async function answer(tx: TransactionContext, asked: string): Promise<void> {
  const person = await Person.query(tx.knex)
    .findOne({ emailKey: emailKeyOf(asked) })
    .forNoKeyUpdate();
  if (!person) return;
  const { id: personId, name, email } = person;
  const { text, expiresAt } = await mintMailedToken(tx, personId, 'PASSWORD_RESET');
  await enqueueMail(tx, {
    to: email,
    subject: 'Replace your password',
    usefulUntil: expiresAt,
    paragraphs: [
      `Hello ${name},`,
      'We received a request to replace the password of your account. If you sent it, open this link within an hour:',
      ...linkWithToken(tx, '/reset-password', text),
      'If you did not send it, ignore this mail: your password stays the same. Do not share the link.',
    ],
  });
  await recordPersonal(tx, 'person.password_reset_sent', {
    personId,
    targets: [{ type: 'person', id: personId }],
  });
}
