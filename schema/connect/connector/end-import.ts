import type { PartialModelObject } from 'objection';
import { ConnectorImport } from '../../../db/models/connector-import.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { importMoves } from './rules.ts';

/** Ends a locked import and deletes its uploaded document. */
export async function endImport(
  tx: TransactionContext,
  { id, status }: ConnectorImport,
  move: 'succeed' | 'fail',
  parts: PartialModelObject<ConnectorImport>,
): Promise<ConnectorImport> {
  const now = tx.clock.now();
  return await ConnectorImport.change(tx.knex, id, now, {
    ...parts,
    status: importMoves.next(status, move),
    document: null,
    dueAt: null,
    endedAt: now,
  });
}
