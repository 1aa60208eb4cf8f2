import type { Knex } from 'knex';
import type { Context, Ports } from './context.ts';
import type { SnapshotKind } from './ports/snapshots.ts';

/** Returns a snapshot as this instance may use it now. A transaction reads what it may have written. */
export async function currentSnapshot<Value>(
  { database, snapshots }: Pick<Ports, 'database' | 'snapshots'>,
  knex: Knex,
  kind: SnapshotKind<Value>,
  name: string,
): Promise<Value | null> {
  return knex === database.knex ? await snapshots.of(kind, name) : await kind.read(knex, name);
}

/** Returns the current snapshots of what the caller's workspace has of these. */
export async function snapshotsOf<Value extends { workspaceId: string }>(
  ctx: Pick<Context, 'database' | 'knex' | 'snapshots' | 'workspaceId'>,
  kind: SnapshotKind<Value>,
  names: readonly string[],
): Promise<Value[]> {
  const found =
    ctx.knex === ctx.database.knex
      ? await ctx.snapshots.several(kind, names)
      : await Promise.all(names.map(async (name) => await kind.read(ctx.knex, name)));
  return found.filter((it) => it?.workspaceId === ctx.workspaceId) as Value[];
}

/** Returns the current snapshot of something in the caller's workspace; null if the workspace has none. */
export async function snapshotOf<Value extends { workspaceId: string }>(
  ctx: Pick<Context, 'database' | 'knex' | 'snapshots' | 'workspaceId'>,
  kind: SnapshotKind<Value>,
  name: string,
): Promise<Value | null> {
  const found = await currentSnapshot(ctx, ctx.knex, kind, name);
  return found?.workspaceId === ctx.workspaceId ? found : null;
}
