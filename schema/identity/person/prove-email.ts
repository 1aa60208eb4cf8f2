import { Person } from '../../../db/models/person.ts';
import type { Actor } from '../../../db/models/audit.ts';
import { personActor, recordPersonal, targetOf, type Recording } from '../../records/audit/record.ts';
import { dropMailedToken } from './mailed-token.ts';

/**
 * Records that the person reads mail at their address. A mailed token proves it; an operator may confirm it.
 */
export async function proveEmail(
  tx: Recording,
  person: Person,
  actor: Actor = personActor(person.id),
): Promise<Person> {
  if (person.emailVerifiedAt) return person;
  const now = tx.clock.now();
  const proven = await Person.change(tx.knex, person.id, now, { emailVerifiedAt: now });
  await dropMailedToken(tx, person.id, 'EMAIL_VERIFICATION');
  await recordPersonal(tx, 'person.email_verified', {
    personId: person.id,
    actor,
    targets: [targetOf('person', proven)],
  });
  return proven;
}
