import { LRUCache } from 'lru-cache';
import type { Context } from '../../kernel/context.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { operationsOf } from '../product/operations.ts';
import { routerOf, type Match } from './paths.ts';
import { rolesOf, type Role } from './resource.ts';
import type { ServedVersion } from './snapshot.ts';

/** The operations of a version, ready to be called. */
export interface Served {
  find(path: string): Match<DescribedOperation> | null;
  byId(operationId: string): DescribedOperation | null;
  /** Returns what the operation does to a resource; null if it has no part in one. */
  roleOf(operation: DescribedOperation): Role | null;
}

// A version never changes, so its digest names it. The operations of one have at most 16 MiB.
const loaded = new LRUCache<string, Served, { ctx: Context; version: ServedVersion }>({
  maxSize: 128 * 2 ** 20,
  async fetchMethod(_key, _stale, { context: { ctx, version }, options }) {
    const operations = await operationsOf(ctx, version);
    options.size = Buffer.byteLength(JSON.stringify(operations));
    const roles = rolesOf(operations);
    const byId = new Map(operations.map((operation) => [operation.operationId, operation]));
    return {
      find: routerOf(operations),
      byId: (operationId) => byId.get(operationId) ?? null,
      roleOf: (operation) => roles.get(operation) ?? null,
    };
  },
});

/** Returns the operations of a version, cached or read. Throws `integrity_check_failed`. */
export async function servedOf(ctx: Context, version: ServedVersion): Promise<Served> {
  const key = `${version.id} ${version.digest.toString('base64')}`;
  const known = loaded.get(key) ?? (await loaded.fetch(key, { context: { ctx, version } }));
  if (!known) throw new Error(`The version ${version.id} was not loaded.`);
  return known;
}
