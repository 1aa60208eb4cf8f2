import { Member } from '../../../db/models/member.ts';
import { memberOf, type TransactionContext } from '../../kernel/context.ts';

/** Returns the caller as the issuer of a credential; it works while they remain active and may issue it. */
export async function issuerOf(tx: TransactionContext) {
  const { memberId } = memberOf(tx);
  const { id, activations } = await Member.inWorkspace(tx).findById(memberId).throwIfNotFound();
  return { issuedBy: id, issuedActivations: activations };
}
