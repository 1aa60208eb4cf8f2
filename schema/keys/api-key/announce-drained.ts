import { ApiKeyUse } from '../../../db/models/api-key-use.ts';
import { ApiKey } from '../../../db/models/api-key.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { isBlocked } from './prerequisites.ts';
import { drainHours, quietFrom } from './rules.ts';

const job = 'announce-drained-keys';
const batchSize = 100;

/**
 * Emits one event for each key with a successor that has had no call for 24 hours, so that it can be revoked
 * early. The job checks a key at the earliest possible time: 24 hours after its last known call.
 */
export async function announceDrained(ports: Ports): Promise<void> {
  const due = await ApiKey.inActiveWorkspaces(ports.database.knex)
    .where({ status: 'ACTIVE' })
    .where('drainCheckAt', '<=', ports.clock.now())
    .orderBy('drainCheckAt')
    .limit(batchSize)
    .select('id', 'workspaceId');
  await forEachIsolated(ports, job, due, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      await lookAt(tx, id);
      return {};
    });
  });
}

async function lookAt(tx: TransactionContext, id: string): Promise<void> {
  const now = tx.clock.now();
  // Another process may have emitted the event, or a member may have revoked the key.
  const key = await ApiKey.inWorkspace(tx)
    .findOne({ id, status: 'ACTIVE' })
    .where('drainCheckAt', '<=', now)
    .forNoKeyUpdate();
  if (!key?.retiresAt) return;
  const quiet = quietFrom(key, await lastUseOf(tx, id));
  // Callers used the key until it retired, and may still be trying to.
  if (quiet > key.retiresAt || !(await hasSuccessor(tx, key))) await put(tx, key, null);
  else if (now < quiet) await put(tx, key, quiet);
  else if (await isBlocked(tx, key)) await put(tx, key, now < key.retiresAt ? tomorrow(now) : null);
  else await tell(tx, key);
}

// Includes the uses that this process has not written yet; those of other processes are at most a second old.
async function lastUseOf(tx: TransactionContext, id: string): Promise<Date | null> {
  const written = (await ApiKeyUse.query(tx.knex).findById(id))?.lastUsedAt ?? null;
  const pending = tx.keyUse.pending(id)?.lastUsedAt ?? null;
  return written && pending && written > pending ? written : (pending ?? written);
}

async function hasSuccessor(tx: TransactionContext, { id }: ApiKey): Promise<boolean> {
  return (await ApiKey.inWorkspace(tx).findOne({ successorOf: id, status: 'ACTIVE' })) !== undefined;
}

async function tell(tx: TransactionContext, key: ApiKey): Promise<void> {
  await ApiKey.query(tx.knex).findById(key.id).patch({ drainCheckAt: null, drainedAt: tx.clock.now() });
  await record(tx, 'api_key.drained', { subject: key, data: key });
}

// The time of the next check does not change the key, so its row version stays.
async function put(tx: TransactionContext, { id }: ApiKey, drainCheckAt: Date | null): Promise<void> {
  await ApiKey.query(tx.knex).findById(id).patch({ drainCheckAt });
}

function tomorrow(now: Date): Date {
  return new Date(now.getTime() + drainHours * 3_600_000);
}
