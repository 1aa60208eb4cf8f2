import type { Environment } from '../../../db/models/api-key.ts';
import type { Context } from '../../kernel/context.ts';
import type { CountedOperation } from '../../kernel/ports/operation-calls.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { methodNotAllowed, refuse } from '../../values/errors.ts';
import type { SentCall } from '../../values/sent-call.ts';
import { assertIncluded, shown } from './assigned.ts';
import type { Match } from './paths.ts';
import { countAgainstQuota, type QuotaLeft } from './quota.ts';
import { servedOf, type Served } from './served.ts';
import type { AssignmentSnapshot, ServedVersion } from './snapshot.ts';

type Called = Pick<SentCall, 'slug' | 'major' | 'method' | 'path'> & { environment: Environment };

/** A call of an operation that its assignment includes, counted against the quota. */
export interface Admitted {
  served: Served;
  operation: DescribedOperation;
  /** The values of the path’s templates. */
  captured: readonly string[];
  /** Null without a quota. */
  quota: QuotaLeft | null;
  /** What the call counts for. */
  counted: CountedOperation;
}

/** Throws `not_found`, `method_not_allowed`, `product_not_assigned` or `quota_exceeded`. */
export async function admit(
  ctx: Context,
  { assignment, version }: { assignment: AssignmentSnapshot; version: ServedVersion },
  call: Called,
): Promise<Admitted> {
  const served = await servedOf(ctx, version);
  const { operation, captured } = operationFor(served.find(call.path), call);
  assertIncluded(assignment, operation, call);
  const quota = await countAgainstQuota(ctx, assignment);
  const counted = { assignmentId: assignment.id, operationId: operation.operationId };
  ctx.operationCalls.count('calls', counted, ctx.clock.now());
  return { served, operation, captured, quota, counted };
}

function operationFor(match: Match<DescribedOperation> | null, { method, path }: Called) {
  if (!match)
    throw refuse('not_found', `The product has no path ${shown(path)}. Its document lists the paths.`);
  const { methods } = match.route;
  const operation = methods.get(method) ?? (method === 'HEAD' ? methods.get('GET') : undefined);
  if (operation) return { operation, captured: match.captured };
  const allow = [...methods.keys()].flatMap((name) =>
    name === 'GET' && !methods.has('HEAD') ? [name, 'HEAD'] : name,
  );
  throw methodNotAllowed(method, allow);
}
