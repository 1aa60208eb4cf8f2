import { RefreshToken } from '../../../db/models/refresh-token.ts';
import { Session } from '../../../db/models/session.ts';
import { personActor, recordPersonal, targetOf } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { countFailure } from '../../kernel/limit.ts';
import { digestOf, kindOfSecret } from '../../values/secret.ts';
import { secondsAfter } from '../../values/time.ts';
import { idleEnd, nextRefreshToken, type Grant } from './issue.ts';
import { endSession } from './end.ts';
import { grantFields } from './type.ts';

/** How long a used token in a cookie still gives a successor in place of the unused one. */
const leewaySeconds = 20;

/**
 * Exchanges a refresh token for the next pair of tokens. A second use means that two parties have the token:
 * the request is refused, but the end of the session commits. Throws `refresh_token_invalid`. RFC 9700
 * §4.14.2.
 */
export async function refreshSession(ctx: Context, { refreshToken }: { refreshToken: string }) {
  if (kindOfSecret(refreshToken) !== 'rt') throw await invalid(ctx);
  const outcome = await ctx.transaction<{ grant: Grant | null }>(async (tx) => {
    const found = await lockToken(tx, digestOf(refreshToken));
    if (!found) return { grant: null };
    const { token, session } = found;
    const current = token.usedAt ? await unusedSuccessor(tx, token) : token;
    if (current) return { grant: await rotate(tx, current, session) };
    const ended = await endSession(tx, session, 'REFRESH_TOKEN_REUSED');
    await recordPersonal(tx, 'session.reuse_detected', whose(ended));
    return { grant: null };
  });
  if (!outcome.grant) throw await invalid(ctx);
  return outcome.grant;
}

// The session is locked before its token is read, so of two concurrent exchanges the second sees the first.
async function lockToken(tx: TransactionContext, digest: Buffer) {
  const hint = await RefreshToken.query(tx.knex).findOne({ digest });
  if (!hint) return null;
  const now = tx.clock.now();
  const session = await Session.query(tx.knex).findById(hint.sessionId).forNoKeyUpdate();
  if (!session || session.revokedAt || now >= session.expiresAt || now >= session.idleExpiresAt) return null;
  const token = await RefreshToken.query(tx.knex).findById(hint.id);
  return token ? { token, session } : null;
}

/**
 * Returns the successor of a token that tabs of one browser share, if nobody has used it: the answer with it was lost, or
 * two tabs asked at the same time. Null otherwise.
 */
async function unusedSuccessor(tx: TransactionContext, token: RefreshToken): Promise<RefreshToken | null> {
  if (!tx.client.hasCookie || !token.usedAt || tx.clock.now() > secondsAfter(token.usedAt, leewaySeconds))
    return null;
  const { sessionId } = token;
  const latest = RefreshToken.query(tx.knex).where({ sessionId }).orderBy('id', 'desc').limit(2);
  const [successor, before] = await latest;
  return successor && !successor.usedAt && before?.id === token.id ? successor : null;
}

async function rotate(tx: TransactionContext, token: RefreshToken, before: Session): Promise<Grant> {
  const now = tx.clock.now();
  await RefreshToken.change(tx.knex, token.id, now, { usedAt: now });
  const session = await Session.change(tx.knex, before.id, now, {
    lastRefreshedAt: now,
    idleExpiresAt: idleEnd(tx, now),
  });
  const grant = { session, refreshToken: await nextRefreshToken(tx, session) };
  await recordPersonal(tx, 'session.refreshed', whose(session));
  return grant;
}

function whose(session: Session) {
  const { personId } = session;
  return { personId, actor: personActor(personId), targets: [targetOf('session', session)] };
}

async function invalid(ctx: Context): Promise<Refusal> {
  const refusal = refuse('refresh_token_invalid', 'The refresh token is not valid. Sign in again.');
  return await countFailure(ctx.limiter, ctx.client.ip, refusal);
}

builder.relayMutationField(
  'refreshSession',
  { inputFields: (t) => ({ refreshToken: t.string({ required: true, validate: formats.attempt }) }) },
  {
    description:
      'Exchanges a refresh token for the next pair of tokens. Each works once; a second use ends the session ' +
      '(`refresh_token_invalid`).',
    authScopes: { public: true },
    resolve: async (_root, { input }, ctx) => await refreshSession(ctx, input),
  },
  { outputFields: grantFields },
);
