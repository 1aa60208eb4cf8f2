import { Connector } from '../../../db/models/connector.ts';
import { ConnectorImport } from '../../../db/models/connector-import.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { endImport } from './end-import.ts';
import { connectorFields } from './fields.ts';
import { lockConnector } from './find.ts';
import { connectorMoves } from './rules.ts';
import { connectorUses } from './uses.ts';

/** Deletes a connector without connections, and fails its open import. Its name is free again. */
export async function deleteConnector(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockConnector(tx, id);
    const status = connectorMoves.next(before.status, 'delete');
    await connectorUses.assertUnused(tx, id);
    await endOpenImport(tx, id);
    const now = tx.clock.now();
    const connector = await Connector.change(tx.knex, id, now, { status, deletedAt: now });
    await record(tx, 'connector.deleted', { subject: connector, data: connector });
    return { connector };
  });
}

async function endOpenImport(tx: TransactionContext, connectorId: string): Promise<void> {
  const open = await ConnectorImport.inWorkspace(tx)
    .findOne({ connectorId })
    .whereIn('status', ['WAITING', 'RUNNING'])
    .forNoKeyUpdate();
  if (!open) return;
  await endImport(tx, open, 'fail', {
    failureCode: 'connector_deleted',
    failure: 'The connector was deleted before its description was read.',
  });
}

builder.relayMutationField(
  'deleteConnector',
  { inputFields: (t) => ({ ...rowFields(t, 'The connector.') }) },
  {
    description: 'Deletes a connector without connections, and stops its import. Needs `connections:delete`.',
    authScopes: { can: 'connections:delete' },
    resolve: async (_root, { input }, ctx) => await deleteConnector(ctx, input),
  },
  { outputFields: connectorFields },
);
