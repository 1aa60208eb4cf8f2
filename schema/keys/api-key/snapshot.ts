import type { Knex } from 'knex';
import { ApiKey, type Environment } from '../../../db/models/api-key.ts';
import { Application, type ApplicationStatus } from '../../../db/models/application.ts';
import { isGranting, ProductionAccess } from '../../../db/models/production-access.ts';
import { Workspace, type WorkspaceStatus } from '../../../db/models/workspace.ts';
import { verifiedRow, macColumns, type WrongMac } from '../../../db/row-macs.ts';
import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { Ports } from '../../kernel/context.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { digestOf } from '../../values/secret.ts';
import { isExpired, whyEnded, type LivePrerequisites } from './rules.ts';

/** All data to evaluate a key, read in one query; nothing else in the request path reads these rows. */
export type ApiKeySnapshot = Pick<
  ApiKey,
  | 'id'
  | 'workspaceId'
  | 'applicationId'
  | 'environment'
  | 'scopes'
  | 'status'
  | 'expiresOn'
  | 'succeededAt'
  | 'retiresAt'
  | 'seenBy'
  | 'liveGrant'
  | 'restores'
  | 'workspaceRestores'
> &
  LivePrerequisites & {
    applicationStatus: ApplicationStatus;
    workspaceStatus: WorkspaceStatus;
    broken: WrongMac | null;
  };

const withMacs = {
  apiKey: ApiKey,
  application: Application,
  workspace: Workspace,
  productionAccess: ProductionAccess,
};

const columns = [
  ...macColumns(withMacs),
  'apiKey.digest',
  'apiKey.id',
  'apiKey.workspaceId',
  'apiKey.applicationId',
  'apiKey.environment',
  'apiKey.scopes',
  'apiKey.status',
  'apiKey.expiresOn',
  'apiKey.succeededAt',
  'apiKey.retiresAt',
  'apiKey.seenBy',
  'apiKey.liveGrant',
  'apiKey.restores',
  'apiKey.workspaceRestores',
  'application.status as applicationStatus',
  'application.restores as presentRestores',
  'workspace.status as workspaceStatus',
  'workspace.restores as presentWorkspaceRestores',
  'productionAccess.status as productionAccessStatus',
  'productionAccess.liveGrant as presentGrant',
];

/** Named by the digest of the secret. */
export const apiKeySnapshots: SnapshotKind<ApiKeySnapshot> = {
  max: 100_000,
  read: async (knex, name) => (await readSnapshots(knex, [name])).get(name) ?? null,
  isReadAhead: true,
  readAll: async (knex, names) => await readSnapshots(knex, names),
  chainsOf: ({ workspaceId }) => [workspaceId],
  idOf: ({ id }) => id,
};

/** Returns the snapshot of the key with this current secret, or null. An earlier secret finds nothing. */
export async function apiKeySnapshot(
  { snapshots }: Pick<Ports, 'snapshots'>,
  secret: string,
): Promise<ApiKeySnapshot | null> {
  return await snapshots.of(apiKeySnapshots, nameOf(secret));
}

/** Returns the cached snapshot; null if it would have to be read. */
export function cachedApiKeySnapshot(
  { snapshots }: Pick<Ports, 'snapshots'>,
  secret: string,
): ApiKeySnapshot | null {
  return snapshots.kept(apiKeySnapshots, nameOf(secret));
}

function nameOf(secret: string): string {
  return digestOf(secret, 'base64');
}

async function readSnapshots(knex: Knex, names: readonly string[]): Promise<Map<string, ApiKeySnapshot>> {
  const digests = names.map((name) => Buffer.from(name, 'base64'));
  // Plain rows, because a model of each would cost more than its whole evaluation.
  const rows: (ApiKeySnapshot & { digest: Buffer })[] = await knex('apiKey')
    .join('application', 'application.id', 'apiKey.applicationId')
    .join('workspace', 'workspace.id', 'apiKey.workspaceId')
    .leftJoin('productionAccess', 'productionAccess.applicationId', 'apiKey.applicationId')
    .whereIn('apiKey.digest', digests)
    .select(columns);
  return new Map(
    rows.map(({ digest, ...snapshot }) => [digest.toString('base64'), verifiedRow(knex, withMacs, snapshot)]),
  );
}

/**
 * Returns the caller that the key identifies in the called environment; throws a refusal if it does not work
 * now. Only the current secret finds a snapshot, so only its holder learns the reason.
 */
export function evaluateApiKey(
  snapshot: ApiKeySnapshot | null,
  environment: Environment,
  now: Date,
): ApiKeyCaller {
  if (!snapshot)
    throw refuse(
      'credential_invalid',
      'The key is not valid. It may be mistyped, or it was rotated. Use its current secret.',
    );
  if (snapshot.broken) throw snapshot.broken;
  const refusal =
    whyStopped(snapshot, now) ?? wrongEnvironment(snapshot, environment) ?? whyNotLive(snapshot);
  if (refusal) throw refusal;
  const { id, applicationId, workspaceId, scopes, seenBy, succeededAt, retiresAt } = snapshot;
  const retirement = succeededAt && retiresAt ? { succeededAt, retiresAt } : null;
  const grant = { applicationId, workspaceId, environment, scopes, persons: seenBy, retirement };
  return { kind: 'API_KEY', keyId: id, ...grant };
}

function whyStopped(snapshot: ApiKeySnapshot, now: Date): Refusal | null {
  if (snapshot.status === 'REVOKED') return refuse('key_revoked', 'The key was revoked. Create another one.');
  if (snapshot.retiresAt && now >= snapshot.retiresAt)
    return refuse(
      'key_expired',
      `The key was retired at ${snapshot.retiresAt.toISOString()}. Use its successor.`,
    );
  if (isExpired(snapshot, now))
    return refuse('key_expired', `The key expired on ${snapshot.expiresOn}. Create another one.`);
  if (snapshot.applicationStatus === 'SUSPENDED')
    return refuse(
      'application_suspended',
      'The application of this key is suspended. Reactivate it to make its keys work again.',
    );
  if (snapshot.applicationStatus === 'DELETED')
    return refuse('application_deleted', whileDeleted[snapshot.environment]);
  if (snapshot.workspaceStatus === 'DELETING')
    return refuse('workspace_inactive', whileDeleting[snapshot.environment]);
  if (snapshot.workspaceStatus !== 'ACTIVE')
    return refuse('workspace_inactive', 'The workspace of this key is not active. Ask its owner.');
  return null;
}

const whileDeleted: Record<Environment, string> = {
  SANDBOX: 'The application of this key was deleted. Its workspace can restore it and the key for 30 days.',
  LIVE:
    'The application of this key was deleted, which ended its live keys permanently. Its workspace can restore ' +
    'the application for 30 days and create another key then.',
};

const whileDeleting: Record<Environment, string> = {
  SANDBOX: 'The workspace of this key is being deleted. The key works again after an owner restores it.',
  LIVE:
    'The workspace of this key is being deleted, which ended its live keys permanently. After an owner restores ' +
    'it, create another key.',
};

function whyNotLive(snapshot: ApiKeySnapshot): Refusal | null {
  if (snapshot.environment !== 'LIVE') return null;
  const ended = whyEnded(snapshot, snapshot);
  if (ended) return refuse('key_revoked', ended);
  if (isGranting(snapshot.productionAccessStatus)) return null;
  return refuse(
    'production_access_suspended',
    'The production access of this key’s application is not approved now. The key works again after a different ' +
      'person approves it.',
  );
}

function wrongEnvironment(snapshot: ApiKeySnapshot, environment: Environment): Refusal | null {
  if (snapshot.environment === environment) return null;
  const kind = snapshot.environment.toLowerCase();
  return refuse(
    'wrong_environment',
    `This is a ${kind} key, which the ${environment.toLowerCase()} API does not accept. Use a ${environment.toLowerCase()} key.`,
  );
}
