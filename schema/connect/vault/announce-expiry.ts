import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { daysLeft, nextNotice } from '../../values/notice.ts';
import { toEventData } from './event-data.ts';

const job = 'announce-credential-expiry';
const batchSize = 500;

/** Emits events for secrets that expire soon or have expired. Only the provider enforces the expiry. */
export async function announceCredentialExpiry(ports: Ports): Promise<void> {
  const due = await CredentialReference.inActiveWorkspaces(ports.database.knex)
    .where('noticeAt', '<=', ports.clock.now())
    .orderBy('noticeAt')
    .limit(batchSize)
    .select('id', 'workspaceId');
  await forEachIsolated(ports, job, due, async ({ id, workspaceId }) => {
    await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
      await announceOne(tx, id);
      return {};
    });
  });
}

async function announceOne(tx: TransactionContext, id: string): Promise<void> {
  const now = tx.clock.now();
  // Another process may have emitted the event, or a member may have added a new value.
  const reference = await CredentialReference.inWorkspace(tx)
    .findById(id)
    .where('noticeAt', '<=', now)
    .forNoKeyUpdate();
  if (!reference?.expiresAt) return;
  // A notice is no change of the reference, so its row version stays.
  await CredentialReference.query(tx.knex)
    .findById(id)
    .patch({ noticeAt: nextNotice(reference.expiresAt, now) });
  const data = toEventData(reference);
  if (now < reference.expiresAt)
    await record(tx, 'credential_reference.expiring', {
      subject: reference,
      data: { ...data, daysLeft: daysLeft(reference.expiresAt, now) },
    });
  else await record(tx, 'credential_reference.expired', { subject: reference, data });
}
