import { Connection, type CalledConnection } from '../../../db/models/connection.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import { injected } from '../connector/injected.ts';
import { connectorSnapshots } from '../connector/snapshots.ts';
import type { Context } from '../../kernel/context.ts';
import { snapshotOf } from '../../kernel/snapshot-of.ts';
import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { notFound, refusalOf } from '../../values/errors.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import { RemoteToolsFailure } from '../../kernel/ports/remote-tools.ts';
import { openSecret } from '../vault/open.ts';
import { placesOf } from './filled.ts';
import { isOAuth } from './authorization-server.ts';
import { freshConnection } from './refresh.ts';

/** A connection with its opened credential. The row is the one after a token refresh, if any. */
export interface Opened {
  connection: CalledConnection;
  credential: InjectedCredential | null;
  /** As in `Provider`. */
  schemes: readonly DescribedScheme[] | null;
}

/** Returns a connection with a credential and the current security schemes of its provider. */
export async function openedWith(
  ctx: Context,
  connection: CalledConnection,
  credential: InjectedCredential | null,
): Promise<Opened> {
  if (connection.schemes === null || credential === null) return { connection, credential, schemes: null };
  const connector = await snapshotOf(ctx, connectorSnapshots, connection.connectorId);
  if (!connector) throw notFound(ctx, 'connector');
  return { connection, credential, schemes: placesOf(connection.schemes, connector) };
}

/**
 * Opens the credential for one call; with OAuth, a valid access token. `after` is the row version whose token
 * the provider refused.
 */
async function openCredential(
  ctx: Context,
  given: CalledConnection,
  { purpose, after = null }: { purpose: string; after?: number | null },
): Promise<Opened> {
  // The row determines where the secret is sent. Jobs read it without a snapshot, so its MAC is checked here.
  rowMacsOf(ctx.knex).assertSound(Connection, given);
  if (isOAuth(given.method)) {
    const connection = await freshConnection(ctx, given, after);
    // While others refresh, it reads the row again.
    if (connection !== given) rowMacsOf(ctx.knex).assertSound(Connection, connection);
    if (connection.tokenReferenceId === null) return await openedWith(ctx, connection, null);
    const secret = await openSecret(ctx, connection.tokenReferenceId, purpose);
    return await openedWith(ctx, connection, injected(secret, { scheme: null }));
  }
  if (given.credentialReferenceId === null) return await openedWith(ctx, given, null);
  const secret = await openSecret(ctx, given.credentialReferenceId, purpose);
  const scheme = given.scheme as DescribedScheme | null;
  const schemes = given.schemes as DescribedScheme[] | null;
  return await openedWith(ctx, given, injected(secret, { scheme, schemes }));
}

/**
 * Runs the work with the opened credential. If the provider refuses an access token before its expiry, safe
 * work runs again with a new one. Other work does not, since it may have had an effect.
 */
export async function withCredential<Result>(
  ctx: Context,
  connection: CalledConnection,
  { purpose, isSafe }: { purpose: string; isSafe: boolean },
  work: (opened: Opened) => Promise<Result>,
): Promise<Result> {
  const opened = await openCredential(ctx, connection, { purpose });
  try {
    return await work(opened);
  } catch (error) {
    if (!isRefused(error) || !isSafe || !isOAuth(connection.method)) throw error;
    const after = opened.connection.rowVersion;
    const again = await openCredential(ctx, opened.connection, { purpose, after });
    if (again.connection.rowVersion === after) throw error;
    return await work(again);
  }
}

function isRefused(error: unknown): boolean {
  const status =
    error instanceof RemoteToolsFailure ? error.status : refusalOf(error)?.details.providerStatus;
  return status === 401;
}
