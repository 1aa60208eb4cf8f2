import { Session } from '../../../db/models/session.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/**
 * Bars the person's open sessions from a membership that is restored, because a stolen session may have been
 * the reason to end it. The sessions are listed, not compared by time, so that instances with different
 * clocks agree. Call it before the head of the log is locked, like every lock of rows.
 */
export async function barSessions(
  tx: TransactionContext,
  { id, personId }: { id: string; personId: string | null },
): Promise<void> {
  if (personId === null) return;
  const open = await Session.query(tx.knex)
    .where({ personId, revokedAt: null })
    .orderBy('id')
    .forNoKeyUpdate();
  for (const { id: sessionId, barredMembers } of open)
    await Session.change(tx.knex, sessionId, tx.clock.now(), { barredMembers: [...barredMembers, id] });
}
