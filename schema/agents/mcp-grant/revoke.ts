import { McpGrant } from '../../../db/models/mcp-grant.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { grantFields } from './fields.ts';
import { lockGrant } from './find.ts';
import { grantMoves } from './rules.ts';

/** Revokes a grant permanently; the agent no longer finds the tool. */
export async function revokeMcpGrant(
  ctx: Context,
  { id, reason = null }: { id: string; reason?: string | null | undefined },
) {
  return await ctx.transaction(async (tx) => {
    return { mcpGrant: await endGrant(tx, await lockGrant(tx, id), reason) };
  });
}

/** Revokes a locked grant inside the caller's transaction. */
export async function endGrant(
  tx: TransactionContext,
  before: McpGrant,
  reason: string | null,
): Promise<McpGrant> {
  const status = grantMoves.next(before.status, 'revoke');
  const now = tx.clock.now();
  const patch = { status, revokedAt: now, revokeReason: reason };
  const mcpGrant = await McpGrant.change(tx.knex, before.id, now, patch);
  await record(tx, 'mcp_grant.revoked', { subject: mcpGrant, data: mcpGrant, reason });
  return mcpGrant;
}

builder.relayMutationField(
  'revokeMcpGrant',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The grant.'),
      reason: t.string({ validate: formats.reason }),
    }),
  },
  {
    description: 'Revokes a grant immediately and permanently. Needs `mcp_grants:revoke`.',
    authScopes: { can: 'mcp_grants:revoke' },
    resolve: async (_root, { input }, ctx) => await revokeMcpGrant(ctx, input),
  },
  { outputFields: grantFields },
);
