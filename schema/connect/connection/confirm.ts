import type { CalledConnection } from '../../../db/models/connection.ts';
import type { Context } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { look, noteCheck } from './check.ts';
import { findConnection } from './find.ts';
import { isConfirmed } from './new-secret.ts';
import { serves } from './rules.ts';

const job = 'confirm-account';

/**
 * Tests whose account a new secret belongs to, and returns the updated connection. Returns it unchanged if it
 * is confirmed or does not serve.
 */
export async function confirmed(ctx: Context, connection: CalledConnection): Promise<CalledConnection> {
  if (isConfirmed(connection) || !serves(connection)) return connection;
  const system = createSystemContext(ctx, job, connection.workspaceId);
  const before = await findConnection(system, connection.id);
  const found = await look(system, before);
  const noted = await system.transaction(async (tx) => ({
    connection: await noteCheck(tx, before, found),
  }));
  return noted.connection;
}
