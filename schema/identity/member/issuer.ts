import { Member } from '../../../db/models/member.ts';
import { memberOf, type TransactionContext } from '../../kernel/context.ts';

/** The caller as who issues a credential: it works while they may answer for it. */
export async function issuerOf(tx: TransactionContext) {
  const { memberId } = memberOf(tx);
  const { id, activations } = await Member.inWorkspace(tx).findById(memberId).throwIfNotFound();
  return { issuedBy: id, issuedActivations: activations };
}
