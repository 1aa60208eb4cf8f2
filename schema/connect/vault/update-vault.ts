import { Vault } from '../../../db/models/vault.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import * as connectFormats from '../../values/connect-formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { sealInWorkspace } from '../../kernel/workspace-key.ts';
import { tokenPlaceOf } from './elsewhere.ts';
import { vaultFields } from './fields.ts';
import { lockVault } from './find.ts';
import { vaultMoves } from './rules.ts';

interface UpdateVault {
  id: string;
  name?: string | null | undefined;
  token?: string | null | undefined;
}

/** Changes the given fields. The address never changes: another address is another vault. */
export async function updateVault(ctx: Context, { id, name, token }: UpdateVault) {
  return await ctx.transaction(async (tx) => {
    const before = await lockVault(tx, id);
    vaultMoves.next(before.status, 'update');
    if (!token && changesNothing(before, { name: name ?? before.name })) return { vault: before };
    const patch = {
      name: name ?? before.name,
      ...(token && { sealedToken: await sealInWorkspace(tx, tokenPlaceOf(before), token) }),
    };
    const now = tx.clock.now();
    const vault = await withFreeName('a vault', async () => await Vault.change(tx.knex, id, now, patch));
    await record(tx, 'vault.updated', {
      subject: vault,
      data: vault,
      changes: { name: [before.name, patch.name], hasNewToken: Boolean(token) },
    });
    return { vault };
  });
}

builder.relayMutationField(
  'updateVault',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The vault.'),
      name: t.string({ validate: formats.name }),
      token: t.string({ validate: connectFormats.vaultToken, description: 'The new token for reading it.' }),
    }),
  },
  {
    description: 'Changes the name or the token of an external vault. Needs `credential_references:write`.',
    authScopes: { can: 'credential_references:write' },
    resolve: async (_root, { input }, ctx) => await updateVault(ctx, input),
  },
  { outputFields: vaultFields },
);
