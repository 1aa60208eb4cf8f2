import { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';

/** The origins of some places, as a reference is bound to them. */
export function originsOf(places: readonly URL[]): string {
  return [...new Set(places.map(({ origin }) => origin))].toSorted().join(' ');
}

/**
 * Says where a locked reference's secret is sent, and what it gets there, for good: whoever may make a connection cannot
 * have somebody else's secret sent to a place of their own. Throws where it is for other places already.
 */
export async function bindReference(
  tx: TransactionContext,
  reference: CredentialReference,
  places: readonly URL[],
): Promise<void> {
  const { id, boundTo } = reference;
  const wanted = originsOf(places);
  if (boundTo !== null && !isWithin(wanted, boundTo))
    throw elsewhere(
      `is only for ${boundTo}, and would be sent to ${wanted}; write the secret again for that origin`,
    );
  await assertNotElsewhere(tx, reference, wanted);
  if (boundTo === null) await CredentialReference.change(tx.knex, id, tx.clock.now(), { boundTo: wanted });
}

function isWithin(wanted: string, boundTo: string): boolean {
  const allowed = new Set(boundTo.split(' '));
  return wanted.split(' ').every((origin) => allowed.has(origin));
}

// What another vault has by one name is one secret, however many references name it.
async function assertNotElsewhere(
  tx: TransactionContext,
  { id, vaultId, externalName }: CredentialReference,
  wanted: string,
): Promise<void> {
  if (vaultId === null) return;
  const others = await CredentialReference.inWorkspace(tx)
    .select('boundTo')
    .where({ vaultId, externalName })
    .whereNot({ id })
    .whereNotNull('boundTo');
  const other = others.find(({ boundTo }) => boundTo !== null && !isWithin(wanted, boundTo));
  if (!other) return;
  throw elsewhere(
    `names a secret that another reference binds to ${other.boundTo}, and would be sent to ${wanted}`,
  );
}

function elsewhere(message: string): Refusal {
  return validationFailed([{ pointer: '/credentialReferenceId', code: 'invalid', message }]);
}
