import type { Member } from '../../../db/models/member.ts';
import { nextPosition } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Without a break: a membership that begins again starts anew, in itself and in its role. */
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
