import type { Member } from '../../../db/models/member.ts';
import { nextPosition } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Returns the columns of a membership that begins again; the time in its role starts over too. */
export async function beginning(
  tx: TransactionContext,
  { workspaceId, activations }: Pick<Member, 'workspaceId' | 'activations'>,
) {
  const now = tx.clock.now();
  const position = await nextPosition(tx, workspaceId);
  return {
    activeSince: now,
    activePosition: position,
    roleSince: now,
    rolePosition: position,
    activations: activations + 1,
  };
}
