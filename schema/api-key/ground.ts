import type { ApiKey } from '../../db/models/api-key.ts';
import { Application } from '../../db/models/application.ts';
import { ProductionAccess } from '../../db/models/production-access.ts';
import { Workspace } from '../../db/models/workspace.ts';
import type { TransactionContext } from '../context.ts';
import { whyEnded } from './rules.ts';

/** Why a key will never work again by what it stands on, in a sentence, or null; a sandbox key always may. */
export async function whyGone(tx: TransactionContext, key: ApiKey): Promise<string | null> {
  if (key.environment === 'SANDBOX') return null;
  const { applicationId } = key;
  const application = await Application.inWorkspace(tx).findById(applicationId).throwIfNotFound();
  const access = await ProductionAccess.inWorkspace(tx).findOne({ applicationId });
  const workspace = await Workspace.query(tx.knex).findById(key.workspaceId).throwIfNotFound();
  return whyEnded(key, {
    presentGrant: access?.liveGrant ?? null,
    presentRestores: application.restores,
    presentWorkspaceRestores: workspace.restores,
  });
}
