import { Member, type MemberStatus, type Role } from '../../../db/models/member.ts';
import { nextPosition, touchPerson } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { barSessions } from './bar-sessions.ts';

interface Joining {
  workspaceId: string;
  /** Null for an automation, which represents no person. */
  personId: string | null;
  role: Role;
  /** The member who admitted them; null for a founder. */
  addedBy: string | null;
  status?: Extract<MemberStatus, 'ACTIVE' | 'UNCONFIRMED'>;
}

/**
 * Inserts a member whose membership and role begin now. A person who was removed before must sign in again.
 * The verb checks its rules before this, and records the event afterwards.
 */
export async function insertMember(
  tx: TransactionContext,
  { workspaceId, personId, role, addedBy, status = 'ACTIVE' }: Joining,
): Promise<Member> {
  const now = tx.clock.now();
  const id = newId('member');
  if (await wasMember(tx, workspaceId, personId)) await barSessions(tx, { id, personId });
  const position = await nextPosition(tx, workspaceId);
  // The person's snapshots do not depend on this workspace's chain yet, so the change goes into their own.
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
      // An unconfirmed membership has not begun yet.
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
