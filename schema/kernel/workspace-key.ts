import { randomBytes } from 'node:crypto';
import { sealingBy, UnsealError } from '../../db/envelope.ts';
import { WorkspaceKey } from '../../db/models/workspace-key.ts';
import type { Context } from './context.ts';
import { newId } from '../values/id.ts';

/**
 * Data of a workspace is sealed under its own key with AES-256-GCM. The associated data is the workspace, the
 * key's version and the name of the record, so a value opens only in its own place. The key is stored sealed
 * under the master key and is open only during a call. Destroying it destroys all data sealed under it,
 * including copies; this is how a workspace is deleted permanently.
 *
 * Layout of a sealed value: the key's version (2 bytes), then an envelope of `db/envelope.ts`.
 */
type Keeper = Pick<Context, 'knex' | 'sealing' | 'clock'>;

/** One record of a workspace; `name` contains table, id and column, such as `idempotency/idem_01…/answer`. */
export interface Place {
  workspaceId: string;
  name: string;
}

const firstVersion = 1;

/**
 * Seals text or bytes of a workspace, and makes its key on first use. Throws an UnsealError if that is
 * destroyed.
 */
export async function sealInWorkspace(
  ctx: Keeper,
  place: Place,
  plaintext: string | Buffer,
): Promise<Buffer> {
  const row = (await keyOf(ctx, place.workspaceId)) ?? (await makeWorkspaceKey(ctx, place.workspaceId));
  const version = Buffer.alloc(2);
  version.writeUInt16BE(row.version);
  const envelope = opened(ctx, row).seal(Buffer.from(plaintext), nameIn(place, row.version));
  return Buffer.concat([version, envelope]);
}

/** Unseals a value. Throws an UnsealError if it was changed or moved, or the workspace's key is destroyed. */
export async function unsealInWorkspace(ctx: Keeper, place: Place, sealed: Buffer): Promise<Buffer> {
  if (sealed.length < 2) throw new UnsealError(`${place.name} is not sealed in a known way.`);
  const row = await keyOf(ctx, place.workspaceId, sealed.readUInt16BE());
  if (!row) throw new UnsealError(`The workspace ${place.workspaceId} has no such key.`);
  return opened(ctx, row).unseal(sealed.subarray(2), nameIn(place, row.version));
}

/** Unseals values of one workspace, with one read of its keys. Throws an UnsealError. */
export async function unsealAllInWorkspace(
  ctx: Keeper,
  workspaceId: string,
  values: readonly { place: Place; sealed: Buffer }[],
): Promise<Buffer[]> {
  if (values.length === 0) return [];
  const keys = await WorkspaceKey.query(ctx.knex).where({ workspaceId });
  const byVersion = new Map(keys.map((key) => [key.version, key]));
  const open = new Map<number, ReturnType<typeof opened>>();
  return values.map(({ place, sealed }) => {
    const version = sealed.readUInt16BE();
    const row = byVersion.get(version);
    if (!row) throw new UnsealError(`The workspace ${workspaceId} has no such key.`);
    const key = open.get(version) ?? opened(ctx, row);
    open.set(version, key);
    return key.unseal(sealed.subarray(2), nameIn(place, version));
  });
}

/** Makes the first key of a workspace that has none. */
export async function makeWorkspaceKey(ctx: Keeper, workspaceId: string): Promise<WorkspaceKey> {
  const key = randomBytes(32);
  const sealedKey = ctx.sealing.seal(key, keyName(workspaceId, firstVersion));
  key.fill(0);
  // If two transactions make it at the same time, the second finds the first's key.
  await insertFirst(ctx, workspaceId, { sealedKey });
  const row = await keyOf(ctx, workspaceId);
  if (!row) throw new Error(`The key of the workspace ${workspaceId} was not written.`);
  return row;
}

/** Makes a new key that seals from now on; earlier keys still open their values. Null without a live key. */
export async function addWorkspaceKey(ctx: Keeper, workspaceId: string): Promise<WorkspaceKey | null> {
  const latest = await keyOf(ctx, workspaceId);
  if (!latest?.sealedKey) return null;
  const key = randomBytes(32);
  const version = latest.version + 1;
  const now = ctx.clock.now();
  const row = {
    id: newId('workspaceKey'),
    workspaceId,
    version,
    sealedKey: ctx.sealing.seal(key, keyName(workspaceId, version)),
    createdAt: now,
    updatedAt: now,
  };
  key.fill(0);
  return await WorkspaceKey.query(ctx.knex).insert(row).returning('*');
}

/** Destroys every key of the workspace. Without one, inserts a destroyed key, so that none is made later. */
export async function destroyWorkspaceKeys(ctx: Keeper, workspaceId: string): Promise<void> {
  const now = ctx.clock.now();
  const destroyed = { sealedKey: null, destroyedAt: now };
  await insertFirst(ctx, workspaceId, destroyed);
  await WorkspaceKey.query(ctx.knex)
    .where({ workspaceId })
    .patch({ ...destroyed, updatedAt: now, rowVersion: WorkspaceKey.raw('row_version + 1') });
}

async function insertFirst(
  { knex, clock }: Keeper,
  workspaceId: string,
  parts: Partial<WorkspaceKey>,
): Promise<void> {
  const now = clock.now();
  const row = {
    id: newId('workspaceKey'),
    workspaceId,
    version: firstVersion,
    createdAt: now,
    updatedAt: now,
  };
  await WorkspaceKey.query(knex)
    .insert({ ...row, ...parts })
    .onConflict(['workspaceId', 'version'])
    .ignore();
}

/** Returns the key of the version, by default the latest. */
async function keyOf(
  { knex }: Keeper,
  workspaceId: string,
  version?: number,
): Promise<WorkspaceKey | undefined> {
  const query = WorkspaceKey.query(knex).where({ workspaceId }).orderBy('version', 'desc').first();
  return await (version === undefined ? query : query.where({ version }));
}

/** Opens a key of a workspace. Throws an UnsealError if it was destroyed. */
function opened(
  { sealing }: Keeper,
  { workspaceId, version, sealedKey }: WorkspaceKey,
): ReturnType<typeof sealingBy> {
  if (!sealedKey) throw new UnsealError(`The key of the workspace ${workspaceId} was destroyed.`);
  const key = sealing.unseal(sealedKey, keyName(workspaceId, version));
  try {
    return sealingBy(key);
  } finally {
    key.fill(0);
  }
}

function keyName(workspaceId: string, version: number): string {
  return `workspace_key/${workspaceId}/${version}`;
}

function nameIn({ workspaceId, name }: Place, version: number): string {
  return `${workspaceId}/${version}/${name}`;
}
