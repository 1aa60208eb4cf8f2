import { Member } from '../../db/models/member.ts';
import type { TransactionContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** The member, locked, with every active human owner of the workspace, locked first and in one order. */
export async function lockMember(
  tx: TransactionContext,
  id: string,
): Promise<{ member: Member; owners: Member[] }> {
  const owners = await Member.inWorkspace(tx)
    .where({ role: 'OWNER', status: 'ACTIVE', kind: 'HUMAN' })
    .orderBy('id')
    .forNoKeyUpdate();
  const member = await Member.inWorkspace(tx).findById(id).whereNot({ status: 'REMOVED' }).forNoKeyUpdate();
  if (!member) throw notFound(tx);
  return { member, owners };
}
