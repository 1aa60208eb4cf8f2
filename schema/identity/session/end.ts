import type { Target } from '../../../db/models/audit.ts';
import { Session } from '../../../db/models/session.ts';
import { targetOf } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';

export const endReasons = [
  'SIGNED_OUT',
  'REVOKED',
  'REFRESH_TOKEN_REUSED',
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
] as const;
export type EndReason = (typeof endReasons)[number];

/** Ends a session; its tokens fail from the commit on. */
export async function endSession(
  tx: TransactionContext,
  session: Session,
  reason: EndReason,
): Promise<Session> {
  const now = tx.clock.now();
  return await Session.change(tx.knex, session.id, now, { revokedAt: now, revokeReason: reason });
}

/** Ends sessions, and returns them as targets of the audit entry. */
export async function endSessions(
  tx: TransactionContext,
  sessions: readonly Session[],
  reason: EndReason,
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const session of sessions) targets.push(targetOf('session', await endSession(tx, session, reason)));
  return targets;
}

/** Returns the person's active sessions, locked, oldest first. */
export async function lockOpenSessions(tx: TransactionContext, personId: string): Promise<Session[]> {
  return await Session.query(tx.knex)
    .where({ personId })
    .whereNull('revokedAt')
    .where('expiresAt', '>', tx.clock.now())
    .orderBy('id')
    .forNoKeyUpdate();
}
