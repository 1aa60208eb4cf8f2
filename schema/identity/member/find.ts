import { Member } from '../../../db/models/member.ts';
import type { Scope } from '../../../db/models/base.ts';
import { personOf, type TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Returns the locked member, and the workspace's active human owners, locked before it in order of ids. */
export async function lockMember(
  tx: TransactionContext,
  id: string,
): Promise<{ member: Member; owners: Member[] }> {
  const owners = await lockOwners(tx);
  const member = await Member.inWorkspace(tx).findById(id).whereNot({ status: 'REMOVED' }).forNoKeyUpdate();
  if (!member) throw notFound(tx, 'member');
  return { member: atVersion(tx, member), owners };
}

/** Returns the workspace's active human owners, locked in order of ids. */
export async function lockOwners(scope: Scope): Promise<Member[]> {
  return await Member.inWorkspace(scope)
    .where({ role: 'OWNER', status: 'ACTIVE', kind: 'HUMAN' })
    .orderBy('id')
    .forNoKeyUpdate();
}

/** Returns the caller's unconfirmed membership of a workspace, locked. No request acts in it yet. */
export async function lockUnconfirmed(tx: TransactionContext, workspaceId: string): Promise<Member> {
  const { personId } = personOf(tx);
  const member = await Member.query(tx.knex)
    .findOne({ workspaceId, personId, status: 'UNCONFIRMED' })
    .forNoKeyUpdate();
  if (!member) throw notFound(tx, 'member');
  return member;
}
