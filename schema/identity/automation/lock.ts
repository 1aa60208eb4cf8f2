import type { QueryBuilder } from 'objection';
import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { Automation } from '../../../db/models/automation.ts';
import type { Scope } from '../../../db/models/base.ts';
import { Member } from '../../../db/models/member.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';
import { keeperRoles } from './rules.ts';

/** Returns a query of the automations whose membership is not REMOVED. */
export function presentAutomations(scope: Scope) {
  return Automation.inWorkspace(scope).whereNotExists(
    Member.query(scope.knex).whereColumn('member.id', 'automation.memberId').where({ status: 'REMOVED' }),
  );
}

/** Narrows a query to the automations without a valid owner, by the same rule as `isLost`. */
export function withoutOwner(automations: QueryBuilder<Automation>) {
  return automations.join('member as owner', 'owner.id', 'automation.ownerId').whereRaw(
    `not (owner.status = 'ACTIVE' and owner.role = any (?)
      and owner.activations = automation.owner_activations)`,
    [keeperRoles],
  );
}

/** Returns the automation, locked until the end of the transaction. */
export async function lockAutomation(tx: TransactionContext, id: string): Promise<Automation> {
  const automation = await presentAutomations(tx).findById(id).forNoKeyUpdate();
  if (!automation) throw notFound(tx, 'automation');
  return atVersion(tx, automation);
}

/** Identifies a credential. If an automation is given, a credential of another automation is not found. */
export interface CredentialAddress {
  id: string;
  automationId?: string | null | undefined;
}

/** Returns the credential with its automation. Both are locked, the automation first. */
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
