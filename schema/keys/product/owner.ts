import { Member } from '../../../db/models/member.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed } from '../../values/errors.ts';

/** Returns the id of an active member of the workspace. Throws `validation_failed` for any other id. */
export async function assertOwner(tx: TransactionContext, ownerId: string): Promise<string> {
  const member = await Member.inWorkspace(tx).findById(ownerId);
  if (member?.status === 'ACTIVE') return member.id;
  throw validationFailed([
    { pointer: '/ownerId', code: 'unknown_member', message: 'must be an active member of the workspace' },
  ]);
}
