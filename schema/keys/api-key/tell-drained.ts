import { ApiKeyUse } from '../../../db/models/api-key-use.ts';
import { ApiKey } from '../../../db/models/api-key.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { isBlocked } from './prerequisites.ts';
import { drainHours, quietFrom } from './rules.ts';

const job = 'tell-drained-keys';
const batchSize = 100;

/**
 * Tells once of each key with a successor that nobody calls with it any more, so that it can be revoked before its time.
 * A key is looked at when that may be so at the earliest, which is a day after the last call that is known.
 */
export async function tellDrained(ports: Ports): Promise<void> {
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
  // Another process may have told, or somebody revoked it.
  const key = await ApiKey.inWorkspace(tx)
    .findOne({ id, status: 'ACTIVE' })
    .where('drainCheckAt', '<=', now)
    .forNoKeyUpdate();
  if (!key?.retiresAt) return;
  const quiet = quietFrom(key, await lastUseOf(tx, id));
  // Who called until it retired may be calling in vain.
  if (quiet > key.retiresAt || !(await hasSuccessor(tx, key))) await put(tx, key, null);
  else if (now < quiet) await put(tx, key, quiet);
  else if (await isBlocked(tx, key)) await put(tx, key, now < key.retiresAt ? tomorrow(now) : null);
  else await tell(tx, key);
}

// What this process has not written yet counts; what another one has not is a second old at most.
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

// What is known of its calls is no change of it: no version counts up.
async function put(tx: TransactionContext, { id }: ApiKey, drainCheckAt: Date | null): Promise<void> {
  await ApiKey.query(tx.knex).findById(id).patch({ drainCheckAt });
}

function tomorrow(now: Date): Date {
  return new Date(now.getTime() + drainHours * 3_600_000);
}
