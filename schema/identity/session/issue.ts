import type { Person } from '../../../db/models/person.ts';
import { RefreshToken } from '../../../db/models/refresh-token.ts';
import { Session } from '../../../db/models/session.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { newId } from '../../values/id.ts';
import { mintSecret } from '../../values/secret.ts';
import { daysAfter, hoursAfter } from '../../values/time.ts';

/** The result of a sign-in: the session, and the refresh token, which is shown only once. */
export interface Grant {
  session: Session;
  refreshToken: string;
}

/** Starts a session for a person who has just authenticated with `amr`. */
export async function openSession(tx: TransactionContext, person: Person, amr: string[]): Promise<Grant> {
  const now = tx.clock.now();
  const { sessionTtlDays } = tx.settings;
  const session = await Session.query(tx.knex)
    .insert({
      id: newId('session'),
      personId: person.id,
      amr,
      authTime: now,
      expiresAt: daysAfter(now, sessionTtlDays),
      idleExpiresAt: idleEnd(tx, now),
      lastRefreshedAt: now,
      barredMembers: [],
      ip: tx.client.ip,
      userAgent: tx.client.userAgent,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
  return { session, refreshToken: await nextRefreshToken(tx, session) };
}

/** Mints the session's next refresh token and stores its digest. */
export async function nextRefreshToken(tx: TransactionContext, session: Session): Promise<string> {
  const now = tx.clock.now();
  const { text, digest } = mintSecret('rt');
  await RefreshToken.query(tx.knex).insert({
    id: newId('refreshToken'),
    sessionId: session.id,
    digest,
    createdAt: now,
    updatedAt: now,
  });
  return text;
}

export function idleEnd(ctx: Context, now: Date): Date {
  return hoursAfter(now, ctx.settings.sessionIdleHours);
}

export async function accessTokenOf(ctx: Context, session: Session): Promise<string> {
  const { id: sessionId, personId, authTime, amr } = session;
  return await ctx.tokens.issue({ personId, sessionId, authTime, amr }, ctx.clock.now());
}
