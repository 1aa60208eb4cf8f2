import type { Knex } from 'knex';
import { SandboxObject } from '../../../db/models/sandbox-object.ts';
import type { Context } from '../../kernel/context.ts';
import type { JsonObject } from '../../values/foreign-values.ts';
import { sealInWorkspace, unsealAllInWorkspace, type Place } from '../../kernel/workspace-key.ts';
import { parseSealed } from '../../kernel/sealed.ts';
import { refuse } from '../../values/errors.ts';
import { maxObjectBytes, maxObjects } from './rules.ts';
import { newId } from '../../values/id.ts';

/** The objects of an application that a collection of a product holds. */
export interface Collection {
  workspaceId: string;
  applicationId: string;
  /** Identifies the collection among those of the application. */
  path: string;
}

const maxTries = 5;

/** Returns the object with the id, or null. */
export async function findObject(ctx: Context, of: Collection, id: string): Promise<JsonObject | null> {
  const [found] = await opened(ctx, of, await rows(ctx, of).where({ name: nameOf(ctx, of, id) }));
  return found ?? null;
}

/** Returns the objects of a collection, oldest first. */
export async function listObjects(ctx: Context, of: Collection): Promise<JsonObject[]> {
  return await opened(ctx, of, await rows(ctx, of).orderBy('id'));
}

/** Stores an object, in place of one with the same id. The oldest ones of the application make room. */
export async function storeObject(
  ctx: Context,
  of: Collection,
  id: string,
  object: JsonObject,
): Promise<void> {
  const { workspaceId, applicationId } = of;
  const now = ctx.clock.now();
  const key = { applicationId, collection: collectionOf(ctx, of), name: nameOf(ctx, of, id) };
  const parts = await sealedAs(ctx, of, key.name, object);
  const row = { id: newId('sandboxObject'), workspaceId, ...key, ...parts, createdAt: now, updatedAt: now };
  await SandboxObject.query(ctx.knex)
    .insert(row)
    .onConflict(['applicationId', 'collection', 'name'])
    .merge(['sealed', 'bytes', 'updatedAt']);
  await makeRoom(ctx.knex, applicationId);
}

/** Stores what the function makes of the object with the id, and returns it; null if there is no such object. */
export async function changeObject(
  ctx: Context,
  of: Collection,
  id: string,
  change: (object: JsonObject) => Promise<JsonObject>,
): Promise<JsonObject | null> {
  const name = nameOf(ctx, of, id);
  for (let tries = 0; tries < maxTries; tries += 1) {
    const [row] = await rows(ctx, of).where({ name });
    const [before] = await opened(ctx, of, row ? [row] : []);
    if (!row || !before) return null;
    const after = await change(before);
    const patch = { ...(await sealedAs(ctx, of, name, after)), updatedAt: ctx.clock.now() };
    const changed = await rows(ctx, of)
      .where({ id: row.id, rowVersion: row.rowVersion })
      .patch({ ...patch, rowVersion: row.rowVersion + 1 });
    if (changed > 0) return after;
  }
  throw refuse('version_conflict', 'Other calls change this object at the same time. Repeat the request.');
}

/** Deletes the object with the id. Returns whether there was one. */
export async function removeObject(ctx: Context, of: Collection, id: string): Promise<boolean> {
  return (
    (await rows(ctx, of)
      .where({ name: nameOf(ctx, of, id) })
      .delete()) > 0
  );
}

function rows(ctx: Context, of: Collection) {
  const { applicationId } = of;
  return SandboxObject.inWorkspace(ctx).where({ applicationId, collection: collectionOf(ctx, of) });
}

async function makeRoom(knex: Knex, applicationId: string): Promise<void> {
  await knex.raw(
    `delete from sandbox_object using (
       select id, row_number() over newest as number, sum(bytes) over newest as bytes
       from sandbox_object where application_id = :applicationId
       window newest as (order by id desc)) kept
     where sandbox_object.id = kept.id and (kept.number > :maxObjects or kept.bytes > :maxObjectBytes)`,
    { applicationId, maxObjects, maxObjectBytes },
  );
}

// Paths may contain names of people, so that only hashes are stored in clear.
function collectionOf(ctx: Context, { applicationId, path }: Collection): string {
  return ctx.keyedHash('sandbox-collection', `${applicationId} ${path}`).toString('base64url');
}

function nameOf(ctx: Context, of: Collection, id: string): string {
  return ctx.keyedHash('sandbox-object', `${collectionOf(ctx, of)} ${id}`).toString('base64url');
}

async function sealedAs(ctx: Context, of: Collection, name: string, object: JsonObject) {
  const text = JSON.stringify(object);
  return { sealed: await sealInWorkspace(ctx, placeOf(of, name), text), bytes: Buffer.byteLength(text) };
}

async function opened(ctx: Context, of: Collection, found: SandboxObject[]): Promise<JsonObject[]> {
  const values = found.map(({ name, sealed }) => ({ place: placeOf(of, name), sealed }));
  const texts = await unsealAllInWorkspace(ctx, of.workspaceId, values);
  return texts.map((text) => parseSealed(text) as JsonObject);
}

function placeOf({ workspaceId, applicationId }: Collection, name: string): Place {
  return { workspaceId, name: `sandbox-object/${applicationId}/${name}/sealed` };
}
