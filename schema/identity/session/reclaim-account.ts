import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { revokeWaiting } from '../invitation/revoke-waiting.ts';
import { inviterReclaimed } from '../invitation/rules.ts';
import { reclaimMemberships } from '../member/reclaim.ts';

/**
 * Gives an account to the person who has just proved its address for the first time, by a password reset.
 * Anybody could have created it and waited for the owner of the address, so its invitations, automations and
 * credentials end. Returns the memberships that the person must confirm. Lock the person first.
 */
export async function reclaimAccount(tx: TransactionContext, person: Person): Promise<Member[]> {
  const { id: personId } = person;
  await Person.change(tx.knex, personId, tx.clock.now(), { reclaimedAt: tx.clock.now() });
  const reclaimed = await reclaimMemberships(tx, person);
  for (const { id } of await Member.query(tx.knex).where({ personId }).orderBy('id'))
    await revokeWaiting(tx, { invitedBy: id }, inviterReclaimed, { kind: 'MEMBER', id, personId });
  return reclaimed.filter(({ status }) => status === 'UNCONFIRMED');
}
