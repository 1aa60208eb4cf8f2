import { Person } from '../../db/models/person.ts';
import { personActor, recordPersonal } from '../audit/record.ts';
import type { TransactionContext } from '../context.ts';
import { dropMailedToken } from './mailed-token.ts';

/** Notes that the person reads mail at their address, as who holds a token does that was mailed there. */
export async function proveEmail(tx: TransactionContext, person: Person): Promise<Person> {
  if (person.emailVerifiedAt) return person;
  const now = tx.clock.now();
  const proven = await Person.change(tx.knex, person.id, now, { emailVerifiedAt: now });
  await dropMailedToken(tx, person.id, 'EMAIL_VERIFICATION');
  await recordPersonal(tx, 'person.email_verified', {
    personId: person.id,
    actor: personActor(person.id),
    targets: [{ type: 'person', id: person.id }],
  });
  return proven;
}
