import { Member } from '../../../db/models/member.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';

/**
 * Returns the columns for the person in whose name an agent works. Throws `validation_failed` unless the
 * member is active and a person.
 */
export async function holderOf(tx: TransactionContext, id: string) {
  const member = await Member.inWorkspace(tx).findById(id);
  if (!member?.personId || member.status !== 'ACTIVE') {
    const message = 'must be a person who is an active member of this workspace';
    throw validationFailed([{ pointer: '/holderId', code: 'invalid', message }]);
  }
  return { personId: member.personId, columns: { holderId: id, holderActivations: member.activations } };
}
