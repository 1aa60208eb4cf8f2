import type { Knex } from 'knex';
import { AutomationPerson, type AutomationPart } from '../../../db/models/automation-person.ts';
import { Automation } from '../../../db/models/automation.ts';
import type { Scope } from '../../../db/models/base.ts';
import { Member } from '../../../db/models/member.ts';
import { personOf, type TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { withoutOwner } from './lock.ts';
import { statusNow } from './rules.ts';

/**
 * The persons behind an automation: whoever made it, ever owned it, or made or rotated one of its credentials. Nobody
 * leaves that list, since what a person has seen they may still hold.
 */
export async function addAccountablePerson(
  tx: TransactionContext,
  { id: automationId, workspaceId }: Automation,
  ...parts: AutomationPart[]
): Promise<void> {
  const { personId } = personOf(tx);
  const now = tx.clock.now();
  const stamps = { createdAt: now, updatedAt: now };
  for (const part of parts)
    await AutomationPerson.query(tx.knex)
      .insert({ id: newId('automationPerson'), workspaceId, automationId, personId, part, ...stamps })
      .onConflict(['automationId', 'personId', 'part'])
      .ignore();
}

/** Keeps everybody from coming to stand behind the member's automation to the end of the transaction: that locks it. */
export async function holdAutomation(tx: TransactionContext, memberId: string): Promise<void> {
  await Automation.inWorkspace(tx).where({ memberId }).select('id').forShare();
}

/** Everyone behind the member's automation by now; nobody where the member is a person. */
export async function accountablePersonsOfMember(scope: Scope, memberId: string): Promise<string[]> {
  const rows = await AutomationPerson.inWorkspace(scope)
    .whereIn('automationId', Automation.inWorkspace(scope).where({ memberId }).select('id'))
    .distinct('personId');
  return rows.map(({ personId }) => personId);
}

/** Whether what the member asked for is still anybody's wish: an automation without an owner wishes nothing. */
export async function stillStands(scope: Scope, { id, kind, status }: Member): Promise<boolean> {
  if (status !== 'ACTIVE') return false;
  if (kind === 'HUMAN') return true;
  const automation = await Automation.inWorkspace(scope).findOne({ memberId: id });
  const owner = automation && (await Member.inWorkspace(scope).findById(automation.ownerId));
  return automation !== undefined && statusNow(automation, owner) === 'ACTIVE';
}

/** Each automation with each person behind it, as a subquery to be narrowed down. */
export function accountablePersonsOfMembers(knex: Knex): Knex.QueryBuilder {
  return knex('automationPerson').join('automation', 'automation.id', 'automationPerson.automationId');
}

/** The members of automations whose owner has left, as a subquery to be narrowed down. */
export function orphanedMembers(knex: Knex): Knex.QueryBuilder {
  return withoutOwner(Automation.query(knex)).select('automation.memberId').toKnexQuery();
}
