import type { Connection } from '../../../db/models/connection.ts';
import { ConnectionAuthorization } from '../../../db/models/connection-authorization.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { requiredMessage, refuse, validationFailed, type Refusal } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { OAuthFailure, type OAuthTokens } from '../../kernel/ports/provider-oauth.ts';
import { unsealInWorkspace } from '../../kernel/workspace-key.ts';
import { accountOfGrant, assertSameAccount, endGrant } from './account.ts';
import { nonceOf } from './authorize.ts';
import { clientOf } from './client.ts';
import { denyAuthorization } from './deny-authorization.ts';
import { endAuthorization, verifierPlaceOf } from './end-authorization.ts';
import { connectionFields } from './fields.ts';
import { findPending, noneWaits } from './find-authorization.ts';
import { lockLeased, releaseLease, systemContext, takeLease, type Lease } from './lease.ts';
import { moveConnection } from './move.ts';
import { prepareAnnouncement, withNewSecret } from './new-secret.ts';
import { prepareReading } from './read-by-grant.ts';
import { checkAfter } from './rules.ts';
import { serverOf } from './authorization-server.ts';
import { writeTokens } from './write-tokens.ts';

interface Returned {
  state: string;
  code?: string | null | undefined;
  error?: string | null | undefined;
  iss?: string | null | undefined;
}

interface Completion {
  lease: Lease;
  pending: ConnectionAuthorization;
  tokens: OAuthTokens;
  accountId: string | null;
}

/** Exchanges the provider’s authorization code for tokens, and activates the connection with them. */
export async function completeAuthorization(ctx: Context, returned: Returned) {
  assertAnswer(returned);
  let held: Completion | null = null;
  const prepare = async () => (held = await complete(ctx, returned));
  try {
    return await ctx.transaction(async (tx, completion) => await take(tx, completion), prepare);
  } catch (error) {
    if (held) await letGo(ctx, held);
    throw error;
  }
}

// An answer with neither is a mistake of the caller, and does not use up the state.
function assertAnswer({ code, error }: Returned): void {
  if (code || error) return;
  const message = `${requiredMessage}, unless the provider sent an error: then send the error`;
  throw validationFailed([{ pointer: '/code', code: 'required', message }]);
}

async function take(tx: TransactionContext, { lease, pending, tokens, accountId }: Completion) {
  const read = await prepareReading(tx, lease.connection);
  const before = await lockLeased(tx, lease);
  const current = await ConnectionAuthorization.inWorkspace(tx)
    .findOne({ id: pending.id, status: 'PENDING' })
    .forNoKeyUpdate();
  if (!current) throw noneWaits();
  const now = tx.clock.now();
  const { memberId } = memberOf(tx);
  // The first authorization replaces no earlier grant.
  const isAnother = before.authorizedAt !== null;
  // If the account is known, `assertSameAccount` has already confirmed it.
  const tell = isAnother && before.accountId === null ? await prepareAnnouncement(tx, before) : null;
  const written = await writeTokens(tx, before, { ...tokens, memberId });
  await endAuthorization(tx, current, 'complete');
  const connection = await moveConnection(tx, written, 'complete', 'connection.authorized', {
    problem: null,
    ...(isAnother && withNewSecret(before, memberId, now)),
    ...(isAnother && { accountSeenAfter: before.secretChanges + 1 }),
    accountId: accountId ?? before.accountId,
    scopesGranted: tokens.scopes ?? pending.scopes,
    authorizedBy: memberId,
    authorizedAt: now,
    lastOkAt: now,
    lastErrorCode: null,
    nextCheckAt: checkAfter(before, now),
  });
  await tell?.(connection);
  await read();
  return { connection };
}

/** Ends an unused grant: the connection has ended in the meantime, or the caller has lost the permission. */
async function letGo(ctx: Context, { lease, pending, tokens }: Completion): Promise<void> {
  await endGrant(systemContext(ctx, pending.workspaceId), lease.connection, tokens);
  await releaseLease(ctx, lease);
}

async function complete(ctx: Context, { state, code, error, iss }: Returned): Promise<Completion> {
  const pending = await findPending(ctx, state);
  const system = systemContext(ctx, pending.workspaceId);
  if (!code) {
    await denyAuthorization(system, pending, 'connection.authorization_failed');
    throw refused(error ?? null);
  }
  const lease = await takeLease(ctx, { id: pending.connectionId, workspaceId: pending.workspaceId });
  if (!lease) throw busy();
  const { connection } = lease;
  let tokens: OAuthTokens | null = null;
  try {
    tokens = await exchange(ctx, connection, { pending, code, state, iss: iss ?? null });
    const accountId = await accountOfGrant(ctx, connection, tokens);
    await assertSameAccount(system, { connection, pending, accountId });
    return { lease, pending, tokens, accountId };
  } catch (cause) {
    if (tokens) await endGrant(system, connection, tokens);
    await releaseLease(ctx, lease);
    // The code is used up. A serving connection keeps its old grant, since the new one may not work.
    await denyAuthorization(system, pending, 'connection.authorization_failed');
    if (!(cause instanceof OAuthFailure)) throw cause;
    throw refuse('authorization_failed', `${cause.message} Start again.`, { cause });
  }
}

interface Sent {
  pending: ConnectionAuthorization;
  code: string;
  state: string;
  iss: string | null;
}

async function exchange(
  ctx: Context,
  connection: Connection,
  { pending, code, state, iss }: Sent,
): Promise<OAuthTokens> {
  const client = await clientOf(ctx, connection, 'authorize a connection');
  const verifier = await unsealInWorkspace(
    ctx,
    verifierPlaceOf(pending),
    pending.sealedVerifier ?? Buffer.alloc(0),
  );
  return await ctx.oauth.exchange(serverOf(connection), client, {
    redirectUri: pending.redirectUri,
    codeVerifier: verifier.toString(),
    state,
    nonce: nonceOf(connection, pending.scopes, state),
    answer: new URLSearchParams({ state, code, ...(iss !== null && { iss }) }),
    parameters: connection.oauthParameters,
  });
}

// Other errors are not shown, since the provider chooses their text.
function refused(error: string | null): Refusal {
  const why = error === 'access_denied' ? ', since the person did not consent' : '';
  return refuse('authorization_failed', `The provider sent no authorization code${why}. Start again.`);
}

function busy(): Refusal {
  return refuse(
    'idempotency_in_progress',
    'Tokens for this connection are being requested. Try again in a second.',
    { retryAfterSeconds: 1 },
  );
}

builder.relayMutationField(
  'completeConnectionAuthorization',
  {
    inputFields: (t) => ({
      state: t.string({
        required: true,
        validate: formats.attempt,
        description: 'The `state` from the provider.',
      }),
      code: t.string({
        validate: formats.assertion,
        description: 'The `code` from the provider. Missing if it sent an error.',
      }),
      error: t.string({
        validate: formats.attempt,
        description: 'The `error` from the provider (RFC 6749 §4.1.2.1), if any.',
      }),
      iss: t.string({
        validate: formats.attempt,
        description: 'The `iss` from the provider (RFC 9207), if any.',
      }),
    }),
  },
  {
    description:
      'Completes an authorization that `authorizeConnection` started, in the same session. `authorization_failed` ' +
      'if the provider issues no tokens, `provider_identity_changed` if they belong to another account than ' +
      'before. A connection that worked keeps working. Needs `connections:authorize`, which no automation has.',
    authScopes: { can: 'connections:authorize' },
    resolve: async (_root, { input }, ctx) => await completeAuthorization(ctx, input),
  },
  { outputFields: connectionFields },
);
