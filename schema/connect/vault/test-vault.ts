import type { Vault } from '../../../db/models/vault.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { engineOf, withFailures } from './elsewhere.ts';
import { vaultFields } from './fields.ts';
import { findVault } from './find.ts';
import { noteOpening } from './open.ts';
import { vaultMoves } from './rules.ts';

/** Checks whether a vault accepts its token. Throws `vault_unavailable` with the reason. */
export async function testVault(ctx: Context, { id }: { id: string }) {
  // The external call precedes the transaction, which exists only for the Idempotency-Key.
  return await ctx.transaction(answerOf, async () => {
    const vault = await findVault(ctx, id);
    vaultMoves.next(vault.status, 'read');
    await noteOpening(ctx, { type: 'vault', id }, { purpose: 'test the vault' });
    await withFailures(async () => await ctx.keyValueVaults.check(await engineOf(ctx, vault)));
    return vault;
  });
}

async function answerOf(_tx: TransactionContext, vault: Vault) {
  return await Promise.resolve({ vault });
}

builder.relayMutationField(
  'testVault',
  { inputFields: (t) => ({ id: t.id({ required: true, description: 'The vault.' }) }) },
  {
    description:
      'Checks whether an external vault accepts its token; reads no secret. `vault_unavailable` with the reason ' +
      'if it does not. Needs `credential_references:write`.',
    authScopes: { can: 'credential_references:write' },
    resolve: async (_root, { input }, ctx) => await testVault(ctx, input),
  },
  { outputFields: vaultFields },
);
