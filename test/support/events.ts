import { AuditHead } from '../../db/models/audit.ts';
import { Event } from '../../db/models/event.ts';
import type { Database } from '../../db/knex.ts';
import { inTransaction } from '../../db/transaction.ts';
import { newId } from '../../schema/values/id.ts';

/** Adds an event for the update of each application, like a command would; returns the events' ids. */
export async function tellOf(
  { knex }: Database,
  workspaceId: string,
  applicationIds: readonly string[],
  now: Date,
): Promise<string[]> {
  return await inTransaction(knex, async (trx) => {
    const head = await AuditHead.query(trx).findById(workspaceId).forUpdate().throwIfNotFound();
    const rows = applicationIds.map((id, index) => ({
      id: newId('event'),
      workspaceId,
      position: head.eventPosition + index + 1,
      type: 'application.updated',
      occurredAt: now,
      resource: { type: 'application', id, version: index + 2 },
      actor: { kind: 'SYSTEM' as const, id: 'test', personId: null },
      data: { name: `𝔸pplication ${index} 🚀`, description: '', status: 'ACTIVE' },
      createdAt: now,
      updatedAt: now,
    }));
    await Event.query(trx).insert(rows);
    await AuditHead.query(trx)
      .findById(workspaceId)
      .patch({ eventPosition: head.eventPosition + rows.length });
    return rows.map(({ id }) => id);
  });
}
