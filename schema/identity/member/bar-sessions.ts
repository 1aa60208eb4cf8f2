import { Session } from '../../../db/models/session.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/**
 * Keeps every session that the person has now out of a membership which was taken away and is given back: whoever took it
 * may have done so because of a session in the wrong hands. Listed and not timed: instances whose clocks differ judge
 * alike. Before the head of the log, as every lock of rows.
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
