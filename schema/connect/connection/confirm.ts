import type { Connection } from '../../../db/models/connection.ts';
import type { Context } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { look, noteCheck } from './check.ts';
import { isConfirmed } from './new-secret.ts';
import { serves } from './rules.ts';

const job = 'confirm-account';

/**
 * Tests whose account a new secret belongs to, and returns the updated connection. Returns it unchanged if it
 * is confirmed or does not serve.
 */
export async function confirmed(ctx: Context, connection: Connection): Promise<Connection> {
  if (isConfirmed(connection) || !serves(connection)) return connection;
  const system = createSystemContext(ctx, job, connection.workspaceId);
  const found = await look(system, connection);
  const noted = await system.transaction(async (tx) => ({
    connection: await noteCheck(tx, connection, found),
  }));
  return noted.connection;
}
