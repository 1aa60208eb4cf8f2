import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { notFound, refuse } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { destroyVersions } from './destroy-versions.ts';
import { referenceFields } from './fields.ts';
import { lockReference } from './find.ts';
import { versionMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

interface DestroyVersion {
  id: string;
  version: number;
}

/** Destroys one earlier value of a reference permanently. */
export async function destroyCredentialVersion(ctx: Context, { id, version }: DestroyVersion) {
  return await ctx.transaction(async (tx) => {
    const before = await lockReference(tx, id);
    const row = await CredentialVersion.inWorkspace(tx).findOne({ referenceId: id, version });
    if (!row) throw notFound(tx, 'version of the credential reference');
    const status = versionMoves.next(row.status, 'destroy');
    if (version === before.version)
      throw refuse(
        'in_use',
        'The current value cannot be destroyed. Add a new value first, or destroy the reference.',
      );
    await destroyVersions(tx, CredentialVersion.inWorkspace(tx).where({ id: row.id }));
    const credentialReference = await CredentialReference.change(tx.knex, id, tx.clock.now(), {});
    await record(tx, 'credential_reference.version_destroyed', {
      subject: credentialReference,
      data: toEventData(credentialReference),
      changes: { version, status: [row.status, status] },
    });
    return { credentialReference };
  });
}

builder.relayMutationField(
  'destroyCredentialVersion',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The credential reference.'),
      version: t.int({ required: true, description: 'An earlier version than the current one.' }),
    }),
  },
  {
    description:
      'Destroys an earlier value of a credential reference permanently. Needs `credential_references:destroy`.',
    authScopes: { can: 'credential_references:destroy' },
    resolve: async (_root, { input }, ctx) => await destroyCredentialVersion(ctx, input),
  },
  { outputFields: referenceFields },
);
