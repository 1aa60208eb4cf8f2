import { Person } from '../../../db/models/person.ts';
import { SignUpRequest } from '../../../db/models/sign-up-request.ts';
import { recordPersonal } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { enqueueMail } from '../../records/mail/enqueue.ts';
import { linkWithToken } from '../../records/mail/link.ts';
import { emailKeyOf } from '../person/rules.ts';
import { unsealJson } from '../../kernel/sealed.ts';
import { mintSecret } from '../../values/secret.ts';
import { lifeHours, sealNameOf, type AskedSignUp } from './ask-sign-up.ts';

const job = 'answer-sign-ups';
const batchSize = 20;
/** Older requests get no answer, because the requester has asked again. */
const patienceMinutes = 10;

/** Answers each sign-up by mail: a link to create the account, or a notice to its existing owner. */
export async function answerSignUps(ports: Ports): Promise<void> {
  const oldest = new Date(ports.clock.now().getTime() - patienceMinutes * 60_000);
  const waiting = await SignUpRequest.query(ports.database.knex)
    .whereNull('digest')
    .where('createdAt', '>', oldest)
    .orderBy('id')
    .limit(batchSize);
  await forEachIsolated(ports, job, waiting, async (request) => await answerOne(ports, request));
}

async function answerOne(ports: Ports, { id, sealed }: SignUpRequest): Promise<void> {
  const { email, client } = unsealJson(ports.sealing, sealNameOf(id), sealed) as AskedSignUp;
  await createContext(ports, client).transaction(async (tx) => {
    // One worker answers each request; a second one finds it answered.
    const request = await SignUpRequest.query(tx.knex).findById(id).whereNull('digest').forUpdate();
    if (!request) return {};
    const owner = await Person.query(tx.knex).findOne({ emailKey: emailKeyOf(email) });
    if (owner) await announceOwner(tx, request, owner);
    else await sendLink(tx, request, email);
    return {};
  });
}

// Nobody has proved the address yet, so the mail contains no text from the requester.
async function sendLink(tx: TransactionContext, { id, expiresAt }: SignUpRequest, email: string) {
  const { text, digest } = mintSecret('tok_signup');
  await SignUpRequest.change(tx.knex, id, tx.clock.now(), { digest });
  await enqueueMail(tx, {
    to: email,
    subject: 'Finish signing up',
    usefulUntil: expiresAt,
    paragraphs: [
      'Hello,',
      'We received a request to create an account with this address. If you sent it, open this link within ' +
        `${lifeHours} hours. It asks for the password that you have chosen:`,
      ...linkWithToken(tx, '/sign-up', text),
      'If you did not send it, ignore this mail: no account is created.',
    ],
  });
}

async function announceOwner(tx: TransactionContext, { id }: SignUpRequest, owner: Person) {
  const { id: personId, name, email } = owner;
  await SignUpRequest.query(tx.knex).deleteById(id);
  await enqueueMail(tx, {
    to: email,
    subject: 'You have an account already',
    paragraphs: [
      `Hello ${name},`,
      'We received a request to create an account with this address. You already have an account, and it stays unchanged.',
      'If you sent it, sign in with your password, or ask for a link to reset the password. If you did not send ' +
        'it, you can ignore this mail. We have not revealed that you have an account.',
    ],
  });
  await recordPersonal(tx, 'person.sign_up_asked', {
    personId,
    targets: [{ type: 'person', id: personId }],
  });
}
