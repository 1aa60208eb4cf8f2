import { isDeepStrictEqual } from 'node:util';
import { Capability } from '../../../db/models/capability.ts';
import { McpGrant } from '../../../db/models/mcp-grant.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as agentFormats from '../../values/agent-formats.ts';
import { isExpired } from '../../identity/mcp-credential/rules.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { readBounds, type Bounds } from './bounds.ts';
import { grantFields } from './fields.ts';
import { lockGrant } from './find.ts';
import { grantMoves } from './rules.ts';
import { ArgumentLimitInput } from './type.ts';

/** Changes the given bounds; absent and null ones stay. The next call uses the new bounds. */
export async function updateMcpGrant(ctx: Context, { id, ...given }: Bounds & { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockGrant(tx, id);
    grantMoves.next(before.status, 'update');
    const capability = await Capability.inWorkspace(tx).findById(before.capabilityId).throwIfNotFound();
    const now = tx.clock.now();
    if (isExpired(before, now))
      throw refuse(
        'invalid_transition',
        `The grant ended on ${before.expiresOn}. Create a new grant of the tool.`,
      );
    const patch = readBounds({ inputSchema: capability.inputSchema, mode: before.mode }, given, now);
    const changes = Object.entries(patch).filter(
      ([column, value]) => !isDeepStrictEqual(before[column as keyof typeof patch], value),
    );
    if (changes.length === 0) return { mcpGrant: before };
    const mcpGrant = await McpGrant.change(tx.knex, id, now, patch);
    await record(tx, 'mcp_grant.updated', {
      subject: mcpGrant,
      data: mcpGrant,
      changes: Object.fromEntries(
        changes.map(([column, value]) => [column, [before[column as keyof typeof patch], value]]),
      ),
    });
    return { mcpGrant };
  });
}

builder.relayMutationField(
  'updateMcpGrant',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The grant.'),
      argumentLimits: t.field({
        type: [ArgumentLimitInput],
        description: 'All limits; they replace the old ones.',
      }),
      rowLimit: t.int({
        validate: agentFormats.rowLimit.optional(),
        description: 'For a read: 1 to 1000 rows.',
      }),
      expiresOn: t.field({
        type: 'Date',
        validate: formats.date,
        description: 'From tomorrow to 90 days from today.',
      }),
    }),
  },
  {
    description: 'Changes the bounds of a grant. They apply from the next call on. Needs `mcp_grants:write`.',
    authScopes: { can: 'mcp_grants:write' },
    resolve: async (_root, { input }, ctx) => await updateMcpGrant(ctx, input),
  },
  { outputFields: grantFields },
);
