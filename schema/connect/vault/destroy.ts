import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { destroyReference } from './destroy-reference.ts';
import { referenceFields } from './fields.ts';
import { lockReference } from './find.ts';
import { referenceMoves } from './rules.ts';
import { referenceUses } from './uses.ts';

/** Destroys every value of a reference permanently. A secret in an external vault stays there. */
export async function destroyCredentialReference(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockReference(tx, id);
    referenceMoves.next(before.status, 'destroy');
    await referenceUses.assertUnused(tx, id);
    return { credentialReference: await destroyReference(tx, before) };
  });
}

builder.relayMutationField(
  'destroyCredentialReference',
  { inputFields: (t) => ({ ...rowFields(t, 'The credential reference.') }) },
  {
    description:
      'Destroys an unused credential reference and all its values permanently. Even a copy of the database cannot ' +
      'open them again. Needs `credential_references:destroy`.',
    authScopes: { can: 'credential_references:destroy' },
    resolve: async (_root, { input }, ctx) => await destroyCredentialReference(ctx, input),
  },
  { outputFields: referenceFields },
);
