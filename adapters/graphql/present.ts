import { GraphQLError } from 'graphql';
import { recordDenials } from '../../schema/records/audit/deny.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalBody } from '../../schema/values/errors.ts';
import { toRefusal } from '../../schema/kernel/to-refusal.ts';

/**
 * Each error as its refusal, with code, status and request id in `extensions`; those that matter have their audit
 * entry by then. An operation that never ran is refused as a whole, in the HTTP status too.
 */
export async function presentErrors(
  ctx: Context,
  errors: readonly GraphQLError[],
  wasRun: boolean,
): Promise<GraphQLError[]> {
  await recordDenials(ctx, errors);
  const { requestId } = ctx.client;
  return errors.map((error) => {
    const refusal = toRefusal(ctx.log, requestId, error);
    const body = refusalBody(refusal, requestId);
    const extensions = wasRun ? body : { ...body, http: { status: refusal.status } };
    return new GraphQLError(refusal.message, {
      nodes: error.nodes ?? null,
      path: error.path ?? null,
      extensions,
    });
  });
}
