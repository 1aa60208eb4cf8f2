import { ApiKey } from '../../../db/models/api-key.ts';
import { Application } from '../../../db/models/application.ts';
import { againWhileRestorable } from '../application/rules.ts';
import { record } from '../../records/audit/record.ts';
import type { Ports, TransactionContext } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import { forEachIsolated } from '../../kernel/for-each-isolated.ts';
import { endOf } from '../../values/expiry.ts';
import { daysLeft, nextNotice } from '../../values/notice.ts';
import { whyGone } from './prerequisites.ts';
import { mailExpiry, type Ending } from './announce-by-mail.ts';

const job = 'announce-key-expiry';
/** Large, because many keys expire at the same midnight. */
const batchSize = 500;

/** Reports keys that expire soon, by event and mail, and expired ones, by event. Evaluation needs neither. */
export async function announceExpiry(ports: Ports): Promise<void> {
  const due = await ApiKey.inActiveWorkspaces(ports.database.knex)
    .where({ status: 'ACTIVE' })
    .where('expiryNoticeAt', '<=', ports.clock.now())
    .orderBy('expiryNoticeAt')
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
  // Another process may have reported it, or a member may have revoked the key.
  const key = await ApiKey.inWorkspace(tx)
    .findOne({ id, status: 'ACTIVE' })
    .where('expiryNoticeAt', '<=', now)
    .forNoKeyUpdate();
  if (!key?.expiresOn) return;
  const end = endOf(key.expiresOn);
  const application = await Application.inWorkspace(tx).findById(key.applicationId).throwIfNotFound();
  if (application.deletedAt) await put(tx, key, againWhileRestorable(application.deletedAt, now));
  else if (await endsOtherwise(tx, key, end)) await put(tx, key, null);
  else if (now < end) await warn(tx, { key, application, end });
  else await announceEnd(tx, key);
}

// No report is needed: a successor takes over before the last day, or the key has ended permanently.
async function endsOtherwise(tx: TransactionContext, key: ApiKey, end: Date): Promise<boolean> {
  return (key.retiresAt !== null && key.retiresAt < end) || (await whyGone(tx, key)) !== null;
}

async function warn(tx: TransactionContext, { key, application, end }: Ending): Promise<void> {
  const now = tx.clock.now();
  await put(tx, key, nextNotice(end, now));
  await mailExpiry(tx, { key, application, end });
  const { applicationId, environment, name, scopes, prefix, lastFour, expiresOn, status, version } = key;
  const told = { applicationId, environment, name, scopes, prefix, lastFour, expiresOn, status, version };
  const data = { ...told, daysLeft: daysLeft(end, now) };
  await record(tx, 'api_key.expiring', { subject: key, data });
}

async function announceEnd(tx: TransactionContext, key: ApiKey): Promise<void> {
  await put(tx, key, null);
  await record(tx, 'api_key.expired', { subject: key, data: key });
}

// A sent notice does not change the key, so its row version stays.
async function put(tx: TransactionContext, { id }: ApiKey, expiryNoticeAt: Date | null): Promise<void> {
  await ApiKey.query(tx.knex).findById(id).patch({ expiryNoticeAt });
}
