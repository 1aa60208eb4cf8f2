import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { Vault } from '../../../db/models/vault.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { knowUses } from '../../kernel/uses.ts';
import { vaultFields } from './fields.ts';
import { lockVault } from './find.ts';
import { vaultMoves } from './rules.ts';

const vaultUses = knowUses('vault');
vaultUses.register(async (tx, vaultId) => {
  const rows = CredentialReference.inWorkspace(tx).where({ vaultId, status: 'ACTIVE' });
  return { count: await rows.resultSize(), noun: 'credential reference', verb: 'destroy' };
});

/** Deletes an external vault that no reference names, and its token. */
export async function deleteVault(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockVault(tx, id);
    const status = vaultMoves.next(before.status, 'delete');
    await vaultUses.assertUnused(tx, id);
    const now = tx.clock.now();
    const vault = await Vault.change(tx.knex, id, now, { status, sealedToken: null, deletedAt: now });
    await record(tx, 'vault.deleted', { subject: vault, data: vault });
    return { vault };
  });
}

builder.relayMutationField(
  'deleteVault',
  { inputFields: (t) => ({ ...rowFields(t, 'The vault.') }) },
  {
    description:
      'Deletes an external vault that no credential reference names, and its token. Needs ' +
      '`credential_references:destroy`.',
    authScopes: { can: 'credential_references:destroy' },
    resolve: async (_root, { input }, ctx) => await deleteVault(ctx, input),
  },
  { outputFields: vaultFields },
);
