import { Member, type MemberStatus, type Role } from '../../../db/models/member.ts';
import { nextPosition, touchPerson } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { barSessions } from './bar-sessions.ts';

interface Joining {
  workspaceId: string;
  /** Null for an automation, which is nobody's membership. */
  personId: string | null;
  role: Role;
  /** The member who let them in; null for a founder. */
  addedBy: string | null;
  status?: Extract<MemberStatus, 'ACTIVE' | 'UNCONFIRMED'>;
}

/**
 * A member from now on, without a break in membership or role. Who was one before and was removed signs in again. The verb
 * judges before, and records after.
 */
export async function insertMember(
  tx: TransactionContext,
  { workspaceId, personId, role, addedBy, status = 'ACTIVE' }: Joining,
): Promise<Member> {
  const now = tx.clock.now();
  const id = newId('member');
  if (await wasMember(tx, workspaceId, personId)) await barSessions(tx, { id, personId });
  const position = await nextPosition(tx, workspaceId);
  // Until now nothing of theirs rested on the workspace, whose chain tells of the membership.
  if (personId !== null) await touchPerson(tx, personId);
  return await Member.query(tx.knex)
    .insert({
      id,
      workspaceId,
      personId,
      kind: personId === null ? 'AUTOMATION' : 'HUMAN',
      role,
      roleSince: now,
      rolePosition: position,
      status,
      activeSince: now,
      activePosition: position,
      // A membership that waits for its person has not begun yet.
      activations: status === 'ACTIVE' ? 1 : 0,
      joinedAt: now,
      addedBy,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
}

async function wasMember(
  { knex }: TransactionContext,
  workspaceId: string,
  personId: string | null,
): Promise<boolean> {
  if (personId === null) return false;
  return (await Member.query(knex).findOne({ workspaceId, personId }).select('id')) !== undefined;
}
