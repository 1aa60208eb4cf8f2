import { GraphQLError } from 'graphql';
import { recordDenials } from '../../schema/records/audit/deny.ts';
import type { Context } from '../../schema/kernel/context.ts';
import { refusalBody } from '../../schema/values/errors.ts';
import { toRefusal } from '../../schema/kernel/to-refusal.ts';

/**
 * Returns each error as its refusal, with code, status and request id in `extensions`, after recording
 * denials in the audit log. If the operation never ran, the HTTP status is that of the refusal.
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
      // A syntax error has a location instead of nodes.
      source: error.source ?? null,
      positions: error.positions ?? null,
      path: error.path ?? null,
      extensions,
    });
  });
}
