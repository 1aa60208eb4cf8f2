import { Member, type MemberStatus, type Role } from '../../db/models/member.ts';
import { nextPosition } from '../audit/record.ts';
import type { TransactionContext } from '../context.ts';
import { newId } from '../id.ts';

interface Joining {
  workspaceId: string;
  /** Null for an automation, which is nobody's membership. */
  personId: string | null;
  role: Role;
  /** The member who let them in; null for a founder. */
  addedBy: string | null;
  status?: Extract<MemberStatus, 'ACTIVE' | 'UNCONFIRMED'>;
}

/** A member from now on, without a break in membership or role. The verb judges before, and records after. */
export async function insertMember(
  tx: TransactionContext,
  { workspaceId, personId, role, addedBy, status = 'ACTIVE' }: Joining,
): Promise<Member> {
  const now = tx.clock.now();
  const position = await nextPosition(tx, workspaceId);
  return await Member.query(tx.knex)
    .insert({
      id: newId('member'),
      workspaceId,
      personId,
      kind: personId === null ? 'AUTOMATION' : 'HUMAN',
      role,
      roleSince: now,
      rolePosition: position,
      status,
      activeSince: now,
      activePosition: position,
      joinedAt: now,
      addedBy,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
}
