import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { Automation } from '../../../db/models/automation.ts';
import { Member } from '../../../db/models/member.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { addAccountablePerson } from './accountable-persons.ts';
import { automationFields } from './fields.ts';
import { lockAutomation } from './lock.ts';
import { endCredential } from './revoke-credential.ts';
import { automationMoves, assertAdoptable, isLost, issuerLost, mayKeep } from './rules.ts';

/**
 * Makes the caller the owner of an automation that was offered to them; it works again if it had no owner.
 * The caller becomes accountable for all its requests, earlier ones included. Credentials whose issuer has
 * left or may no longer issue them are revoked, so that adoption revives none that former members have.
 */
export async function adoptAutomation(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const { memberId } = memberOf(tx);
    const before = await lockAutomation(tx, id);
    if (before.offeredTo !== memberId)
      throw refuse(
        'invalid_transition',
        'The automation was not offered to you. Ask a member who manages members to offer it.',
      );
    const now = tx.clock.now();
    assertAdoptable(before, now);
    await assertOfferer(tx, before);
    const owner = await Member.inWorkspace(tx).findById(memberId).throwIfNotFound();
    const automation = await Automation.change(tx.knex, id, now, {
      status: automationMoves.next(before.status, 'adopt'),
      ownerId: owner.id,
      ownerActivations: owner.activations,
      orphanedAt: null,
      offeredTo: null,
      offeredBy: null,
      offeredAt: null,
    });
    await addAccountablePerson(tx, automation, 'OWNED');
    const lost = await lockLostCredentials(tx, id);
    await record(tx, 'member.automation.adopted', {
      subject: automation,
      data: automation,
      changes: { ownerId: [before.ownerId, owner.id] },
    });
    for (const credential of lost) await endCredential(tx, credential, issuerLost);
    return { automation, revokedCredentialIds: lost.map((credential) => credential.id) };
  });
}

async function assertOfferer(tx: TransactionContext, { offeredBy }: Automation): Promise<void> {
  // Locked, so that a change of their role comes before this check and counts, or comes after it.
  const offerer = offeredBy ? await Member.inWorkspace(tx).findById(offeredBy).forShare() : null;
  if (mayKeep(offerer)) return;
  throw refuse(
    'invalid_transition',
    'The member who offered you the automation may no longer do so. Ask a member who manages members to offer it again.',
  );
}

/** Returns the automation's active credentials without a valid issuer, locked. Lock the automation first. */
async function lockLostCredentials(
  tx: TransactionContext,
  automationId: string,
): Promise<AutomationCredential[]> {
  const active = await AutomationCredential.inWorkspace(tx)
    .where({ automationId, status: 'ACTIVE' })
    .orderBy('id')
    .forNoKeyUpdate();
  const issuers = await Member.inWorkspace(tx).findByIds(active.map(({ issuedBy }) => issuedBy));
  const byId = new Map(issuers.map((issuer) => [issuer.id, issuer]));
  return active.filter(({ issuedBy, issuedActivations }) => isLost(byId.get(issuedBy), issuedActivations));
}

builder.relayMutationField(
  'adoptAutomation',
  { inputFields: (t) => ({ ...rowFields(t, 'The automation.') }) },
  {
    description:
      'Makes the caller the owner of an automation that a member offered to them. The caller can no longer decide ' +
      'its approval requests. The server revokes credentials whose issuer has left or no longer manages members. ' +
      'Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await adoptAutomation(ctx, input),
  },
  {
    outputFields: (t) => ({
      ...automationFields(t),
      revokedCredentialIds: t.idList({
        description: 'The credentials that the server revoked because their issuer was lost.',
        resolve: (it) => it.revokedCredentialIds,
      }),
    }),
  },
);
