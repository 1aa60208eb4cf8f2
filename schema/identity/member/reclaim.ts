import { Member } from '../../../db/models/member.ts';
import type { Person } from '../../../db/models/person.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { beginning } from './beginning.ts';
import { hasHadOtherMembers } from './other-members.ts';
import { memberMoves } from './rules.ts';

/**
 * Restarts the active memberships of a person who has just proved their address for the first time, because
 * another person may have created the account. Automations and credentials of the account stop, as after a
 * suspension. If others have ever been members, the person must also confirm the membership: they may have
 * been admitted to read what the person adds there. Lock the person first. Returns the changed memberships.
 */
export async function reclaimMemberships(
  tx: TransactionContext,
  { id: personId }: Person,
): Promise<Member[]> {
  const memberships = await Member.query(tx.knex)
    .where({ personId, status: 'ACTIVE' })
    .orderBy('workspaceId')
    .forNoKeyUpdate();
  const reclaimed = [];
  for (const before of memberships) reclaimed.push(await reclaim(tx, before));
  return reclaimed;
}

async function reclaim(tx: TransactionContext, before: Member): Promise<Member> {
  const { id, workspaceId, personId } = before;
  const now = tx.clock.now();
  const status = (await hasHadOtherMembers(tx.knex, before))
    ? memberMoves.next(before.status, 'reclaim')
    : before.status;
  const member = await Member.change(tx.knex, id, now, { status, ...(await beginning(tx, before)) });
  await record(tx, 'member.reclaimed', {
    workspaceId,
    actor: { kind: 'MEMBER', id, personId },
    subject: member,
    data: member,
    changes: { status: [before.status, status] },
  });
  return member;
}
