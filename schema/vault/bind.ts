import { CredentialReference } from '../../db/models/credential-reference.ts';
import type { TransactionContext } from '../context.ts';
import { validationFailed } from '../errors.ts';

/** The origins of some places, as a reference is bound to them. */
export function originsOf(places: readonly URL[]): string {
  return [...new Set(places.map(({ origin }) => origin))].toSorted().join(' ');
}

/**
 * Says where a locked reference's secret is sent, and what it gets there, for good: whoever may make a connection cannot have somebody else's secret
 * sent to a place of their own. Throws where it is for another place already.
 */
export async function bindReference(
  tx: TransactionContext,
  reference: CredentialReference,
  places: readonly URL[],
): Promise<void> {
  const { id, boundTo } = reference;
  const wanted = originsOf(places);
  if (boundTo === wanted) return;
  await demandNotElsewhere(tx, reference, wanted);
  if (boundTo !== null)
    throw validationFailed([
      {
        pointer: '/credentialReferenceId',
        code: 'invalid',
        message: `is for ${boundTo} alone, and would be sent to ${wanted}; write the secret anew for that`,
      },
    ]);
  await CredentialReference.change(tx.knex, id, tx.clock.now(), { boundTo: wanted });
}

// What another vault has by one name is one secret, however many references name it.
async function demandNotElsewhere(
  tx: TransactionContext,
  { id, vaultId, externalName }: CredentialReference,
  wanted: string,
): Promise<void> {
  if (vaultId === null) return;
  const other = await CredentialReference.inWorkspace(tx)
    .where({ vaultId, externalName })
    .whereNot({ id })
    .whereNotNull('boundTo')
    .whereNot({ boundTo: wanted })
    .first();
  if (!other) return;
  throw validationFailed([
    {
      pointer: '/credentialReferenceId',
      code: 'invalid',
      message: `names a secret that is for ${other.boundTo} alone, by another reference, and would be sent to ${wanted}`,
    },
  ]);
}
