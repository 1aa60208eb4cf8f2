import { Workspace } from '../../db/models/workspace.ts';
import type { TransactionContext } from '../context.ts';
import { notFound } from '../errors.ts';

/** The workspace, locked to the end of the transaction, in whatever state it is. */
export async function lockWorkspace(tx: TransactionContext, id: string): Promise<Workspace> {
  const workspace = await Workspace.query(tx.knex).findById(id).forNoKeyUpdate();
  if (!workspace) throw notFound(tx);
  return workspace;
}
