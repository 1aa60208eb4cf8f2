import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { credentialFields } from './fields.ts';
import { lockCredential } from './find.ts';
import { credentialMoves } from './rules.ts';

/** Disables a credential permanently, together with the tokens issued with it. */
export async function revokeMcpCredential(
  ctx: Context,
  { id, reason = null }: { id: string; reason?: string | null | undefined },
) {
  return await ctx.transaction(async (tx) => {
    const before = await lockCredential(tx, id);
    const status = credentialMoves.next(before.status, 'revoke');
    const now = tx.clock.now();
    const patch = { status, revokedAt: now, revokeReason: reason };
    const mcpCredential = await McpCredential.change(tx.knex, id, now, patch);
    await record(tx, 'mcp_credential.revoked', { subject: mcpCredential, data: mcpCredential, reason });
    return { mcpCredential };
  });
}

builder.relayMutationField(
  'revokeMcpCredential',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The credential.'),
      reason: t.string({ validate: formats.reason }),
    }),
  },
  {
    description:
      'Revokes an MCP credential and its tokens immediately and permanently. Needs `mcp_credentials:revoke`.',
    authScopes: { can: 'mcp_credentials:revoke' },
    resolve: async (_root, { input }, ctx) => await revokeMcpCredential(ctx, input),
  },
  { outputFields: credentialFields },
);
