import type { PartialModelObject } from 'objection';
import { Capability, type CapabilityMode } from '../../../db/models/capability.ts';
import type { McpCredential } from '../../../db/models/mcp-credential.ts';
import { McpGrant } from '../../../db/models/mcp-grant.ts';
import type { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { CapabilityModeEnum } from '../../connect/connector/capability-type.ts';
import { memberOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as agentFormats from '../../values/agent-formats.ts';
import { newId } from '../../values/id.ts';
import { lockCredential } from '../../identity/mcp-credential/find.ts';
import { credentialMoves, isExpired } from '../../identity/mcp-credential/rules.ts';
import { dateOf, daysAfter } from '../../values/time.ts';
import { readBounds, type Bounds } from './bounds.ts';
import { grantFields } from './fields.ts';
import { lockServedTool } from './find.ts';
import { endGrant } from './revoke.ts';
import { maxExpiryDays, maxGrants } from './rules.ts';
import { ArgumentLimitInput } from './type.ts';

interface CreateGrant extends Bounds {
  credentialId: string;
  versionId: string;
  capabilityId: string;
  connectionId: string;
  mode: CapabilityMode;
}

/** Lets an agent find one tool of a served version, and read with it or request it. */
export async function createMcpGrant(
  ctx: Context,
  { credentialId, versionId, capabilityId, connectionId, mode, ...given }: CreateGrant,
) {
  return await ctx.transaction(async (tx) => {
    const { workspaceId, memberId } = memberOf(tx);
    const now = tx.clock.now();
    await assertCapacity(tx, await lockCredential(tx, credentialId));
    const tool = await lockServedTool(tx, { versionId, capabilityId, connectionId });
    assertMode(mode, tool.mode);
    const capability = await Capability.inWorkspace(tx).findById(capabilityId).throwIfNotFound();
    const row: PartialModelObject<McpGrant> = {
      id: newId('mcpGrant'),
      workspaceId,
      credentialId,
      versionId,
      capabilityId,
      connectionId,
      mode,
      digest: tool.digest,
      argumentLimits: [],
      rowLimit: null,
      expiresOn: dateOf(daysAfter(now, maxExpiryDays)),
      ...readBounds({ inputSchema: capability.inputSchema, mode }, given, now),
      status: 'ACTIVE',
      createdBy: memberId,
      createdAt: now,
      updatedAt: now,
    };
    await endObsolete(tx, tool, credentialId);
    const mcpGrant = await McpGrant.query(tx.knex).insert(row).returning('*');
    await record(tx, 'mcp_grant.created', { subject: mcpGrant, data: mcpGrant });
    return { mcpGrant };
  });
}

// Callers lock the credential, so the second of two concurrent grants counts the first.
async function assertCapacity(tx: TransactionContext, credential: McpCredential): Promise<void> {
  const now = tx.clock.now();
  credentialMoves.next(credential.status, 'grant');
  if (isExpired(credential, now))
    throw refuse(
      'invalid_transition',
      `The MCP credential expired on ${credential.expiresOn}. Create another one.`,
    );
  const active = McpGrant.inWorkspace(tx)
    .where({ credentialId: credential.id, status: 'ACTIVE' })
    .where('expiresOn', '>=', dateOf(now));
  if ((await active.resultSize()) < maxGrants) return;
  throw refuse(
    'limit_reached',
    `The MCP credential has ${maxGrants} grants, the maximum. Revoke one first, or create another credential.`,
  );
}

// Members who grant a write must say so.
function assertMode(wanted: CapabilityMode, mode: CapabilityMode): void {
  if (wanted === mode) return;
  const message = `must be ${mode}, the mode of this tool`;
  throw validationFailed([{ pointer: '/mode', code: 'invalid', message }]);
}

// A new grant replaces one that has expired or covers an earlier description of the tool.
async function endObsolete(tx: TransactionContext, tool: McpServerTool, credentialId: string): Promise<void> {
  const { versionId, capabilityId, connectionId, digest } = tool;
  const same = { credentialId, versionId, capabilityId, connectionId, status: 'ACTIVE' } as const;
  const before = await McpGrant.inWorkspace(tx).findOne(same).forNoKeyUpdate();
  if (!before) return;
  if (!isExpired(before, tx.clock.now()) && before.digest.equals(digest))
    throw refuse('already_granted', 'This tool is already granted to the MCP credential. Change that grant.');
  await endGrant(tx, before, 'A new grant replaced it.');
}

builder.relayMutationField(
  'createMcpGrant',
  {
    inputFields: (t) => ({
      credentialId: t.id({ required: true, description: 'The MCP credential that gets the grant.' }),
      versionId: t.id({ required: true, description: 'A published version of an MCP server.' }),
      capabilityId: t.id({ required: true, description: 'One of its tools.' }),
      connectionId: t.id({ required: true, description: 'The connection of this tool.' }),
      mode: t.field({
        type: CapabilityModeEnum,
        required: true,
        description: 'The mode of the tool. Every call of a write needs its own approval.',
      }),
      argumentLimits: t.field({ type: [ArgumentLimitInput], description: 'At most 20; all of them apply.' }),
      rowLimit: t.int({
        validate: agentFormats.rowLimit.optional(),
        description: 'For a read: 1 to 1000 rows.',
      }),
      expiresOn: t.field({
        type: 'Date',
        validate: formats.date,
        description:
          'From tomorrow to 90 days from today, by default 90. The grant works through that day in UTC.',
      }),
    }),
  },
  {
    description:
      'Grants an MCP credential one tool of a published version. `already_granted` if it has one. Needs ' +
      '`mcp_grants:write`.',
    authScopes: { can: 'mcp_grants:write' },
    resolve: async (_root, { input }, ctx) => await createMcpGrant(ctx, input),
  },
  { outputFields: grantFields },
);
