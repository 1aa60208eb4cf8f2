import { CredentialReference } from '../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../db/models/credential-version.ts';
import { record } from '../audit/record.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { destroyVersions } from './destroy-versions.ts';
import { referenceFields } from './fields.ts';
import { lockReference } from './find.ts';
import { referenceMoves } from './rules.ts';
import { toldOf } from './told.ts';

/** Destroys every value of a reference, for good. What another vault has stays there; only its name is given up. */
export async function destroyCredentialReference(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockReference(tx, id);
    const status = referenceMoves.next(before.status, 'destroy');
    const now = tx.clock.now();
    await destroyVersions(tx, CredentialVersion.inWorkspace(tx).where({ referenceId: id, status: 'ACTIVE' }));
    const credentialReference = await CredentialReference.change(tx.knex, id, now, {
      status,
      destroyedAt: now,
      noticeAt: null,
    });
    await record(tx, 'credential_reference.destroyed', {
      subject: credentialReference,
      data: toldOf(credentialReference),
      changes: { status: [before.status, status] },
    });
    return { credentialReference };
  });
}

builder.relayMutationField(
  'destroyCredentialReference',
  { inputFields: (t) => ({ id: t.id({ required: true, description: 'The credential reference.' }) }) },
  {
    description:
      'Destroys a credential reference and every value it has had, for good: no copy of the database opens them again by ' +
      'their own keys. Needs `credential_references:destroy`.',
    authScopes: { can: 'credential_references:destroy' },
    resolve: async (_root, { input }, ctx) => await destroyCredentialReference(ctx, input),
  },
  { outputFields: referenceFields },
);
