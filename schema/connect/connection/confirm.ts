import type { Connection } from '../../../db/models/connection.ts';
import type { Context } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { look, noteCheck } from './check.ts';
import { isConfirmed } from './new-secret.ts';
import { serves } from './rules.ts';

const job = 'confirm-account';

/** The connection once its provider was asked whose account its new secret is of; as it is where nothing has to be asked. */
export async function confirmed(ctx: Context, connection: Connection): Promise<Connection> {
  if (isConfirmed(connection) || !serves(connection)) return connection;
  const system = createSystemContext(ctx, job, connection.workspaceId);
  const found = await look(system, connection);
  const noted = await system.transaction(async (tx) => ({
    connection: await noteCheck(tx, connection, found),
  }));
  return noted.connection;
}
