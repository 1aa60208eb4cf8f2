import { ApiKey, type ApiKeyScope, type Environment } from '../../../db/models/api-key.ts';
import { isGranting, type ProductionAccess } from '../../../db/models/production-access.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { lockApplication } from '../application/lock.ts';
import { applicationMoves } from '../application/rules.ts';
import { memberOf, personsOf, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { endOf } from '../../values/expiry.ts';
import { newId } from '../../values/id.ts';
import { enforce } from '../../kernel/limit.ts';
import { nextNotice } from '../../values/notice.ts';
import { lockAccess } from '../production-access/lock.ts';
import { mintSecret } from '../../values/secret.ts';
import {
  activeKeyLimit,
  countingKeys,
  isExpired,
  secretKindOf,
  whyEnded,
  type LivePrerequisites,
} from './rules.ts';

export interface NewKey {
  applicationId: string;
  environment: Environment;
  name: string;
  scopes: ApiKeyScope[];
  expiresOn: string | null;
  successorOf?: string;
}

/** Checks the prerequisites of any new key, and creates it. */
export async function mintApiKey(
  tx: TransactionContext,
  input: NewKey,
): Promise<{ apiKey: ApiKey; secret: string }> {
  const { applicationId, environment } = input;
  const { memberId, workspaceId } = memberOf(tx);
  const application = await lockApplication(tx, applicationId);
  applicationMoves.next(application.status, 'create keys');
  const access = environment === 'LIVE' ? await assertProductionAccess(tx, applicationId) : null;
  await enforce(tx, 'key_creation', applicationId);
  const workspace = await Workspace.query(tx.knex).findById(workspaceId).throwIfNotFound();
  const ground = {
    presentGrant: access?.liveGrant ?? null,
    presentRestores: application.restores,
    presentWorkspaceRestores: workspace.restores,
  };
  await assertRoom(tx, input, ground);
  const { text, digest, prefix, lastFour } = mintSecret(secretKindOf[environment]);
  const now = tx.clock.now();
  const apiKey = await ApiKey.query(tx.knex)
    .insert({
      ...input,
      ...(access && {
        liveGrant: access.liveGrant,
        restores: application.restores,
        workspaceRestores: workspace.restores,
      }),
      id: newId('apiKey'),
      workspaceId,
      digest,
      prefix,
      lastFour,
      status: 'ACTIVE',
      version: 1,
      createdBy: memberId,
      seenBy: personsOf(tx),
      expiryNoticeAt: input.expiresOn ? nextNotice(endOf(input.expiresOn), now) : null,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
  return { apiKey, secret: text };
}

// Spec §5.6, on the locked row: an earlier suspension is visible here, and a later one also stops this key.
async function assertProductionAccess(
  tx: TransactionContext,
  applicationId: string,
): Promise<ProductionAccess> {
  const access = await lockAccess(tx, applicationId);
  if (access && isGranting(access.status)) return access;
  if (access?.status === 'SUSPENDED')
    throw refuse(
      'production_access_suspended',
      'The application’s production access is suspended. Ask for production access again; a different person has to approve it.',
    );
  throw refuse(
    'production_access_required',
    'A live key needs production access for its application. Request it; a different person has to approve it.',
  );
}

// The application is locked, so of two concurrent creations the second counts the first.
async function assertRoom(
  tx: TransactionContext,
  { applicationId, environment, name, successorOf }: NewKey,
  ground: Omit<LivePrerequisites, 'productionAccessStatus'>,
): Promise<void> {
  const keys = await ApiKey.inWorkspace(tx)
    .where({ applicationId, environment, status: 'ACTIVE' })
    .select(
      'id',
      'name',
      'expiresOn',
      'retiresAt',
      'liveGrant',
      'restores',
      'workspaceRestores',
      'successorOf',
    );
  const active = keys.filter(
    (key) => !isExpired(key, tx.clock.now()) && (environment === 'SANDBOX' || !whyEnded(key, ground)),
  );
  if (active.some((key) => key.name === name))
    throw refuse(
      'name_taken',
      'The application already has an active key with this name. Choose another name.',
    );
  const limit = activeKeyLimit[environment];
  const counting = countingKeys(active);
  if (successorOf && counting.has(successorOf)) return;
  if (counting.size >= limit)
    throw refuse('limit_reached', `The application has ${limit} active keys, the maximum. Revoke one first.`);
}
