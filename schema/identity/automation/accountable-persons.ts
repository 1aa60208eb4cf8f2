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
 * Makes the caller accountable for an automation: they created or owned it, or created or rotated one of its
 * credentials. The list only grows, because a person may still have what they saw.
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

/** Locks the member's automation for the transaction, so that nobody becomes accountable for it meanwhile. */
export async function shareLockAutomation(tx: TransactionContext, memberId: string): Promise<void> {
  await Automation.inWorkspace(tx).where({ memberId }).select('id').forShare();
}

/** Returns everyone accountable for the member's automation so far; empty if the member is a person. */
export async function accountablePersonsOfMember(scope: Scope, memberId: string): Promise<string[]> {
  const rows = await AutomationPerson.inWorkspace(scope)
    .whereIn('automationId', Automation.inWorkspace(scope).where({ memberId }).select('id'))
    .distinct('personId');
  return rows.map(({ personId }) => personId);
}

/** Whether the member's requests still count: the membership is active, and an automation has an owner. */
export async function hasValidOwner(scope: Scope, { id, kind, status }: Member): Promise<boolean> {
  if (status !== 'ACTIVE') return false;
  if (kind === 'HUMAN') return true;
  const automation = await Automation.inWorkspace(scope).findOne({ memberId: id });
  const owner = automation && (await Member.inWorkspace(scope).findById(automation.ownerId));
  return automation !== undefined && statusNow(automation, owner) === 'ACTIVE';
}

/** Returns each automation with each accountable person, as a subquery to narrow. */
export function accountablePersonsOfMembers(knex: Knex): Knex.QueryBuilder {
  return knex('automationPerson').join('automation', 'automation.id', 'automationPerson.automationId');
}

/** Returns the member ids of automations without a valid owner, as a subquery to narrow. */
export function orphanedMembers(knex: Knex): Knex.QueryBuilder {
  return withoutOwner(Automation.query(knex)).select('automation.memberId').toKnexQuery();
}
