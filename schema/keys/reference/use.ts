import { OperationCalls } from '../../../db/models/operation-calls.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import { scopesOf } from '../../kernel/access/scopes.ts';
import type { Context } from '../../kernel/context.ts';
import { daysAfter } from '../../values/time.ts';
import { servedByName } from '../product/served-name.ts';

/** How far back a reader of the reference sees the calls of the keys. */
export const useDays = 30;

// PostgreSQL’s sums arrive as texts.
interface Sums {
  operationId: string;
  calls: string;
  unfitAnswers: string;
}

// GraphQL has no larger Int.
const mostCalls = 2 ** 31 - 1;

interface Of {
  productId: string;
  major: number;
  /** All applications of the workspace by default. */
  applicationId?: string | null;
}

/** How often keys called an operation, and how many answers of its upstream the version does not describe. */
export interface OperationUse {
  calls: number;
  unfitAnswers: number;
}

export const unused: OperationUse = { calls: 0, unfitAnswers: 0 };

/**
 * Returns the use of each operation by the workspace’s keys in the last 30 days, today included. Null for a caller
 * without `api_keys:read`.
 */
export async function useByOperation(
  ctx: Context,
  { productId, major, applicationId }: Of,
): Promise<ReadonlyMap<string, OperationUse> | null> {
  if (!scopesOf(ctx).can('api_keys:read')) return null;
  const assignments = ProductAssignment.inWorkspace(ctx)
    .where({ productId, major, ...(applicationId && { applicationId }) })
    .select('id');
  const rows = (await OperationCalls.query(ctx.knex)
    .whereIn('assignmentId', assignments)
    .where('day', '>', daysAfter(ctx.clock.now(), -useDays))
    .groupBy('operationId')
    .select('operationId')
    .sum('calls as calls')
    .sum('unfitAnswers as unfitAnswers')) as unknown as Sums[];
  return new Map(
    rows.map(({ operationId, ...sums }) => [
      operationId,
      { calls: numberOf(sums.calls), unfitAnswers: numberOf(sums.unfitAnswers) },
    ]),
  );
}

/** Returns the same for the served major with this name; null if there is none. */
export async function useOfMajor(
  ctx: Context,
  name: string,
  applicationId: string | null,
): Promise<ReadonlyMap<string, OperationUse> | null> {
  const served = await servedByName(ctx, name);
  if (!served) return null;
  const { productId, major } = served.version;
  return await useByOperation(ctx, { productId, major, applicationId });
}

function numberOf(sum: string): number {
  return Math.min(Number(sum), mostCalls);
}
