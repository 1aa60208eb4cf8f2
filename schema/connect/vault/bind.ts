import { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed, type Refusal } from '../../values/errors.ts';

/** Returns the origins of the URLs in the form of `boundTo`: unique, sorted, separated by spaces. */
export function originsOf(places: readonly URL[]): string {
  return [...new Set(places.map(({ origin }) => origin))].toSorted().join(' ');
}

/**
 * Binds a locked reference permanently to the origins that may receive its secret. Otherwise, a member who
 * creates connections could send another member’s secret to a server of their own. Throws `validation_failed`
 * if the reference is bound to other origins.
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

// In an external vault, one name is one secret, even if several references name it.
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
