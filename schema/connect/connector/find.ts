import { Connector } from '../../../db/models/connector.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { atVersion } from '../../kernel/row-version.ts';

/** Locks the connector until the end of the transaction. Throws `not_found` or `version_conflict`. */
export async function lockConnector(tx: TransactionContext, id: string): Promise<Connector> {
  const connector = await Connector.inWorkspace(tx).findById(id).forNoKeyUpdate();
  if (!connector) throw notFound(tx, 'connector');
  return atVersion(tx, connector);
}

export async function findConnector(ctx: Context, id: string): Promise<Connector> {
  const connector = await Connector.inWorkspace(ctx).findById(id);
  if (!connector) throw notFound(ctx, 'connector');
  return connector;
}
