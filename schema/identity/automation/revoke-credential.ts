import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { credentialFields } from './fields.ts';
import { lockCredential, type CredentialAddress } from './lock.ts';
import { credentialMoves } from './rules.ts';

/** Disables a credential permanently, together with the tokens issued with it. */
export async function revokeAutomationCredential(
  ctx: Context,
  { reason = null, ...address }: CredentialAddress & { reason?: string | null | undefined },
) {
  return await ctx.transaction(async (tx) => {
    const { credential } = await lockCredential(tx, address);
    return { automationCredential: await endCredential(tx, credential, reason) };
  });
}

/** Revokes a locked credential inside an open transaction. */
export async function endCredential(
  tx: TransactionContext,
  { id, status }: AutomationCredential,
  reason: string | null,
): Promise<AutomationCredential> {
  const now = tx.clock.now();
  const patch = { status: credentialMoves.next(status, 'revoke'), revokedAt: now, revokeReason: reason };
  const credential = await AutomationCredential.change(tx.knex, id, now, patch);
  await record(tx, 'member.automation.credential_revoked', { subject: credential, data: credential, reason });
  return credential;
}

builder.relayMutationField(
  'revokeAutomationCredential',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The credential.'),
      automationId: t.id({
        description: 'If set, the credential must belong to this automation; otherwise `not_found`.',
      }),
      reason: t.string({ validate: formats.reason }),
    }),
  },
  {
    description:
      'Revokes a credential and its tokens immediately and permanently. Requests made with it can no longer ' +
      'be approved. Needs `sessions:revoke`, since it only takes access away.',
    authScopes: { can: 'sessions:revoke' },
    resolve: async (_root, { input }, ctx) => await revokeAutomationCredential(ctx, input),
  },
  { outputFields: credentialFields },
);
