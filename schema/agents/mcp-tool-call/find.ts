import { McpToolCall } from '../../../db/models/mcp-tool-call.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { hoursAfter } from '../../values/time.ts';
import { longestHours, underWay } from './rules.ts';

/** Returns the call, locked to the end of the transaction. */
export async function lockCall(tx: TransactionContext, id: string): Promise<McpToolCall> {
  return await McpToolCall.inWorkspace(tx).findById(id).forNoKeyUpdate().throwIfNotFound();
}

/** Returns a query for an agent’s calls that may still run. */
export function callsUnderWay(ctx: Context, credentialId: string) {
  const now = ctx.clock.now();
  return McpToolCall.inWorkspace(ctx)
    .join('approvalRequest as request', 'request.id', 'mcpToolCall.approvalRequestId')
    .where({ 'mcpToolCall.credentialId': credentialId })
    .where('mcpToolCall.createdAt', '>', hoursAfter(now, -longestHours))
    .whereIn('request.status', underWay)
    .where((or) => void or.whereNot('request.status', 'PENDING').orWhere('request.expiresAt', '>', now))
    .select('mcpToolCall.*');
}
