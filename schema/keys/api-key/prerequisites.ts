import type { ApiKey } from '../../../db/models/api-key.ts';
import { Application } from '../../../db/models/application.ts';
import { ProductionAccess } from '../../../db/models/production-access.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { lockApplication } from '../application/lock.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { lockAccess } from '../production-access/lock.ts';
import { liveStop, whyEnded, type LivePrerequisites } from './rules.ts';

/** Returns why a live key's prerequisites ended it permanently, as a sentence; otherwise null. */
export async function whyGone(tx: TransactionContext, key: ApiKey): Promise<string | null> {
  return key.environment === 'SANDBOX' ? null : whyEnded(key, await prerequisitesOf(tx, key));
}

/** Whether the key's prerequisites block every call now, so that a lack of calls means nothing. */
export async function isBlocked(tx: TransactionContext, key: ApiKey): Promise<boolean> {
  const application = await applicationOf(tx, key);
  if (application.status !== 'ACTIVE') return true;
  return key.environment === 'LIVE' && liveStop(key, await prerequisitesOf(tx, key)) !== null;
}

/**
 * Locks the key's prerequisites in the same order as its creation does. Call it before the key is locked, as
 * the commands that remove a prerequisite do.
 */
export async function lockPrerequisites(
  tx: TransactionContext,
  { applicationId, environment }: Pick<ApiKey, 'applicationId' | 'environment'>,
): Promise<void> {
  await lockApplication(tx, applicationId);
  if (environment === 'LIVE') await lockAccess(tx, applicationId);
}

async function prerequisitesOf(tx: TransactionContext, key: ApiKey): Promise<LivePrerequisites> {
  const { restores } = await applicationOf(tx, key);
  const access = await ProductionAccess.inWorkspace(tx).findOne({ applicationId: key.applicationId });
  const workspace = await Workspace.query(tx.knex).findById(key.workspaceId).throwIfNotFound();
  return {
    productionAccessStatus: access?.status ?? null,
    presentGrant: access?.liveGrant ?? null,
    presentRestores: restores,
    presentWorkspaceRestores: workspace.restores,
  };
}

async function applicationOf(tx: TransactionContext, { applicationId }: ApiKey): Promise<Application> {
  return await Application.inWorkspace(tx).findById(applicationId).throwIfNotFound();
}
