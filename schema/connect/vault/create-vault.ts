import { Vault, type VaultDriver } from '../../../db/models/vault.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as connectFormats from '../../values/connect-formats.ts';
import { newId } from '../../values/id.ts';
import { sealInWorkspace } from '../../kernel/workspace-key.ts';
import { tokenPlaceOf } from './elsewhere.ts';
import { vaultFields } from './fields.ts';
import { maxVaults } from './rules.ts';
import { VaultDriverEnum } from './vault-type.ts';

interface CreateVault {
  name: string;
  driver: VaultDriver;
  address: string;
  mount: string;
  namespace?: string | null | undefined;
  token: string;
}

/** Registers an external vault. Sends nothing there yet. */
export async function createVault(ctx: Context, { token, namespace = null, ...parts }: CreateVault) {
  return await ctx.transaction(async (tx) => {
    const { workspaceId, memberId } = memberOf(tx);
    await assertCapacity(tx);
    const id = newId('vault');
    const now = tx.clock.now();
    const row = {
      ...parts,
      address: new URL(parts.address).origin,
      id,
      workspaceId,
      namespace,
      status: 'ACTIVE' as const,
      sealedToken: await sealInWorkspace(tx, tokenPlaceOf({ id, workspaceId }), token),
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    const vault = await withFreeName(
      'a vault',
      async () => await Vault.query(tx.knex).insert(row).returning('*'),
    );
    await record(tx, 'vault.created', { subject: vault, data: vault });
    return { vault };
  });
}

async function assertCapacity(tx: TransactionContext): Promise<void> {
  const known = await Vault.inWorkspace(tx).where({ status: 'ACTIVE' }).resultSize();
  if (known < maxVaults) return;
  throw refuse(
    'limit_reached',
    `The workspace has ${maxVaults} external vaults, the maximum. Delete one first.`,
  );
}

builder.relayMutationField(
  'createVault',
  {
    inputFields: (t) => ({
      name: t.string({ required: true, validate: formats.name, description: 'Unique in the workspace.' }),
      driver: t.field({ type: VaultDriverEnum, required: true }),
      address: t.string({
        required: true,
        validate: connectFormats.origin,
        description:
          'The origin of the vault, on the public internet with https unless the operator allows the host.',
      }),
      mount: t.string({
        required: true,
        validate: connectFormats.externalName,
        description: 'The mount path of the engine, such as `secret`.',
      }),
      namespace: t.string({
        validate: connectFormats.externalName,
        description: 'For a vault with namespaces.',
      }),
      token: t.string({
        required: true,
        validate: connectFormats.vaultToken,
        description:
          'The token for reading it. A read-only policy for the needed secrets suffices. The server seals it and never returns it.',
      }),
    }),
  },
  {
    description:
      'Registers an external vault, so that credential references can name secrets in it. `testVault` checks it. ' +
      'Needs `credential_references:write`.',
    authScopes: { can: 'credential_references:write' },
    resolve: async (_root, { input }, ctx) => await createVault(ctx, input),
  },
  { outputFields: vaultFields },
);
