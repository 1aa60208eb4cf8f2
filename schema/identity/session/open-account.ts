import { UniqueViolationError } from 'objection';
import { Person } from '../../../db/models/person.ts';
import { personActor, recordPersonal, targetOf } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { newId } from '../../values/id.ts';
import { emailKeyOf } from '../person/rules.ts';
import { openSession, type Grant } from './issue.ts';

export interface Account {
  email: string;
  name: string;
  passwordHash: string;
  /** Null if nobody has proved the address yet. */
  emailVerifiedAt: Date | null;
}

/** Creates a person. Throws `email_taken`. */
export async function openAccount(tx: TransactionContext, account: Account): Promise<Person> {
  const now = tx.clock.now();
  try {
    return await Person.query(tx.knex)
      .insert({
        ...account,
        id: newId('person'),
        emailKey: emailKeyOf(account.email),
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
  } catch (cause) {
    if (!(cause instanceof UniqueViolationError)) throw cause;
    throw refuse('email_taken', 'An account with this e-mail address already exists. Sign in instead.', {
      cause,
    });
  }
}

/** Signs the new person in, as the last step of a sign-up. */
export async function beginFirstSession(tx: TransactionContext, person: Person): Promise<Grant> {
  const grant = await openSession(tx, person, ['pwd']);
  await recordPersonal(tx, 'person.signed_up', {
    personId: person.id,
    actor: personActor(person.id),
    targets: [targetOf('person', person), targetOf('session', grant.session)],
  });
  return grant;
}
