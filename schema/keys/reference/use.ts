import { OperationCalls } from '../../../db/models/operation-calls.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import type { Context } from '../../kernel/context.ts';
import { daysAfter } from '../../values/time.ts';
import { servedByName } from '../product/served-name.ts';

/** How far back a reader of the reference sees the calls of the keys. */
export const useDays = 30;

// GraphQL has no larger Int.
const mostCalls = 2 ** 31 - 1;

interface Of {
  productId: string;
  major: number;
  /** All applications of the workspace by default. */
  applicationId?: string | null;
}

/**
 * Returns how often the workspace’s keys called each operation in the last 30 days, today included. Null for a
 * caller without `api_keys:read`.
 */
export async function callsByOperation(
  ctx: Context,
  { productId, major, applicationId }: Of,
): Promise<ReadonlyMap<string, number> | null> {
  if (!scopesOf(ctx).can('api_keys:read')) return null;
  const assignments = ProductAssignment.inWorkspace(ctx)
    .where({ productId, major, ...(applicationId && { applicationId }) })
    .select('id');
  const rows = (await OperationCalls.query(ctx.knex)
    .whereIn('assignmentId', assignments)
    .where('day', '>', daysAfter(ctx.clock.now(), -useDays))
    .groupBy('operationId')
    .select('operationId')
    .sum('calls as calls')) as unknown as { operationId: string; calls: string }[];
  return new Map(rows.map(({ operationId, calls }) => [operationId, Math.min(Number(calls), mostCalls)]));
}

/** Returns the same for the served major with this name; null if there is none. */
export async function callsOfMajor(
  ctx: Context,
  name: string,
  applicationId: string | null,
): Promise<ReadonlyMap<string, number> | null> {
  const served = await servedByName(ctx, name);
  if (!served) return null;
  const { productId, major } = served.version;
  return await callsByOperation(ctx, { productId, major, applicationId });
}
