import { CredentialReference } from '../../db/models/credential-reference.ts';
import type { TransactionContext } from '../context.ts';
import { validationFailed } from '../errors.ts';

/**
 * Says where a locked reference's secret is sent, for good: whoever may make a connection cannot have somebody else's secret
 * sent to a place of their own. Throws where it is for another place already.
 */
export async function bindReference(
  tx: TransactionContext,
  { id, boundOrigin }: CredentialReference,
  { origin }: URL,
): Promise<void> {
  if (boundOrigin === origin) return;
  if (boundOrigin !== null)
    throw validationFailed([
      {
        pointer: '/credentialReferenceId',
        code: 'invalid',
        message: `is for ${boundOrigin} alone, and would be sent to ${origin}; write the secret anew for that`,
      },
    ]);
  await CredentialReference.change(tx.knex, id, tx.clock.now(), { boundOrigin: origin });
}
