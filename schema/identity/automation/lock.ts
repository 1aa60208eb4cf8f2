import type { QueryBuilder } from 'objection';
import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { Automation } from '../../../db/models/automation.ts';
import type { Scope } from '../../../db/models/base.ts';
import { Member } from '../../../db/models/member.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { keeperRoles } from './rules.ts';

/** The automations whose membership has not ended for good. */
export function presentAutomations(scope: Scope) {
  return Automation.inWorkspace(scope).whereNotExists(
    Member.query(scope.knex).whereColumn('member.id', 'automation.memberId').where({ status: 'REMOVED' }),
  );
}

/** Those among the automations whose owner was lost, as `isLost` says it. */
export function withoutOwner(automations: QueryBuilder<Automation>) {
  return automations.join('member as owner', 'owner.id', 'automation.ownerId').whereRaw(
    `not (owner.status = 'ACTIVE' and owner.role = any (?)
      and owner.activations = automation.owner_activations)`,
    [keeperRoles],
  );
}

/** The automation, locked to the end of the transaction. */
export async function lockAutomation(tx: TransactionContext, id: string): Promise<Automation> {
  const automation = await presentAutomations(tx).findById(id).forNoKeyUpdate();
  if (!automation) throw notFound(tx, 'automation');
  return atVersion(tx, automation);
}

/** Which credential: where an automation is named as well, a credential of another one is not found. */
export interface CredentialAddress {
  id: string;
  automationId?: string | null | undefined;
}

/** The credential with its automation, both locked, the automation first. */
export async function lockCredential(tx: TransactionContext, { id, automationId }: CredentialAddress) {
  const seen = await AutomationCredential.inWorkspace(tx).findById(id);
  if (!seen || (automationId && seen.automationId !== automationId)) throw notFound(tx, 'credential');
  const automation = await lockAutomation(tx, seen.automationId);
  const credential = await AutomationCredential.inWorkspace(tx)
    .findById(id)
    .forNoKeyUpdate()
    .throwIfNotFound();
  return { automation, credential: atVersion(tx, credential) };
}
