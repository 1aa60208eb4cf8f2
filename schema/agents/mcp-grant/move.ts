import { McpGrant } from '../../../db/models/mcp-grant.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { notFound, validationFailed } from '../../values/errors.ts';
import { dateOf } from '../../values/time.ts';
import { lockServedVersion } from './find.ts';
import { endGrant } from './revoke.ts';
import { maxMoved } from './rules.ts';

interface MoveGrants {
  fromVersionId: string;
  toVersionId: string;
}

/**
 * Moves the grants of one version to another served version of the same server, with their bounds and expiry.
 * A grant moves if its tool is the same there as reviewed and granted; other grants stay.
 */
export async function moveMcpGrants(ctx: Context, { fromVersionId, toVersionId }: MoveGrants) {
  return await ctx.transaction(async (tx) => {
    const to = await lockServedVersion(tx, toVersionId);
    await assertSameServer(tx, fromVersionId, to);
    const grants = await movable(tx, fromVersionId, toVersionId);
    const now = tx.clock.now();
    for (const grant of grants) {
      await endObsolete(tx, grant, toVersionId);
      const moved = await McpGrant.change(tx.knex, grant.id, now, { versionId: toVersionId });
      const changes = { versionId: [fromVersionId, toVersionId] };
      await record(tx, 'mcp_grant.updated', { subject: moved, data: moved, changes });
    }
    return { movedCount: grants.length, leftCount: await inForce(tx, fromVersionId).resultSize() };
  });
}

// The moved grant replaces an expired one of the target version.
async function endObsolete(tx: TransactionContext, grant: McpGrant, versionId: string): Promise<void> {
  const { credentialId, capabilityId, connectionId } = grant;
  const same = { versionId, credentialId, capabilityId, connectionId, status: 'ACTIVE' } as const;
  const over = await McpGrant.inWorkspace(tx).findOne(same).forNoKeyUpdate();
  if (over) await endGrant(tx, over, 'A new grant replaced it.');
}

async function assertSameServer(
  tx: TransactionContext,
  fromVersionId: string,
  to: McpServerVersion,
): Promise<void> {
  const from = await McpServerVersion.inWorkspace(tx).findById(fromVersionId);
  if (!from) throw notFound(tx, 'version of an MCP server');
  if (from.serverId === to.serverId && from.id !== to.id) return;
  const message = 'must be another version of the same MCP server than the target version';
  throw validationFailed([{ pointer: '/fromVersionId', code: 'invalid', message }]);
}

function inForce(tx: TransactionContext, versionId: string) {
  return McpGrant.inWorkspace(tx)
    .where({ 'mcpGrant.versionId': versionId, 'mcpGrant.status': 'ACTIVE' })
    .where('mcpGrant.expiresOn', '>=', dateOf(tx.clock.now()));
}

async function movable(tx: TransactionContext, from: string, to: string): Promise<McpGrant[]> {
  const tool = McpServerTool.query(tx.knex)
    .where('mcpServerTool.versionId', to)
    .whereColumn('mcpServerTool.capabilityId', 'mcpGrant.capabilityId')
    .whereColumn('mcpServerTool.connectionId', 'mcpGrant.connectionId')
    .whereColumn('mcpServerTool.mode', 'mcpGrant.mode')
    .whereColumn('mcpServerTool.digest', 'mcpGrant.digest');
  const granted = McpGrant.query(tx.knex)
    .alias('there')
    .where({ 'there.versionId': to, 'there.status': 'ACTIVE' })
    .where('there.expiresOn', '>=', dateOf(tx.clock.now()))
    .whereColumn('there.credentialId', 'mcpGrant.credentialId')
    .whereColumn('there.capabilityId', 'mcpGrant.capabilityId')
    .whereColumn('there.connectionId', 'mcpGrant.connectionId');
  return await inForce(tx, from)
    .whereExists(tool)
    .whereNotExists(granted)
    .orderBy('mcpGrant.id')
    .limit(maxMoved)
    .forNoKeyUpdate();
}

builder.relayMutationField(
  'moveMcpGrants',
  {
    inputFields: (t) => ({
      fromVersionId: t.id({ required: true, description: 'The version of the existing grants.' }),
      toVersionId: t.id({
        required: true,
        description: 'Another version of the same MCP server. It must be served.',
      }),
    }),
  },
  {
    description:
      'Moves the grants of one version to another, such as its successor. A grant moves if its tool is unchanged, ' +
      `and keeps its bounds and its expiry; ${maxMoved} per call. Needs \`mcp_grants:write\`.`,
    authScopes: { can: 'mcp_grants:write' },
    resolve: async (_root, { input }, ctx) => await moveMcpGrants(ctx, input),
  },
  {
    outputFields: (t) => ({
      movedCount: t.int({ resolve: ({ movedCount }) => movedCount }),
      leftCount: t.int({
        description:
          'How many grants stay at the first version. They stay if the other version lacks the tool or has a grant of ' +
          'it, or if they exceed the maximum.',
        resolve: ({ leftCount }) => leftCount,
      }),
    }),
  },
);
