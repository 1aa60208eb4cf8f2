import { Connection } from '../../../db/models/connection.ts';
import { Connector } from '../../../db/models/connector.ts';
import { rowMacsOf } from '../../../db/row-macs.ts';
import { injected } from '../connector/injected.ts';
import type { Context } from '../../kernel/context.ts';
import type { DescribedScheme } from '../../kernel/ports/descriptions.ts';
import { refusalOf } from '../../values/errors.ts';
import type { InjectedCredential } from '../gateway/inject.ts';
import { RemoteToolsFailure } from '../../kernel/ports/remote-tools.ts';
import { openSecret } from '../vault/open.ts';
import { placesOf } from './filled.ts';
import { isOAuth } from './authorization-server.ts';
import { freshConnection } from './refresh.ts';

/** What a connection proves with who calls, open; and the connection as it is once that is had. */
export interface Opened {
  connection: Connection;
  credential: InjectedCredential | null;
  /** As `Provider` has them. */
  schemes: readonly DescribedScheme[] | null;
}

/** A connection with what it proves with who calls, and the ways that its provider describes for that now. */
export async function openedWith(
  ctx: Context,
  connection: Connection,
  credential: InjectedCredential | null,
): Promise<Opened> {
  if (connection.schemes === null || credential === null) return { connection, credential, schemes: null };
  const connector = await Connector.inWorkspace(ctx).findById(connection.connectorId).throwIfNotFound();
  return { connection, credential, schemes: placesOf(connection.schemes, connector) };
}

/** Opens it for one call. By OAuth that is an access token that still lives; `after` is a row whose token was refused. */
async function openCredential(
  ctx: Context,
  given: Connection,
  { purpose, after = null }: { purpose: string; after?: number | null },
): Promise<Opened> {
  // Its row says where the secret goes.
  rowMacsOf(ctx.knex).assertSound(Connection, given);
  if (isOAuth(given.method)) {
    const connection = await freshConnection(ctx, given, after);
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
 * Does work with it. Where the provider refuses an access token before its time, the work is done once more with a new one,
 * if it only looks: of anything else nobody knows what it has done.
 */
export async function withCredential<Result>(
  ctx: Context,
  connection: Connection,
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
