import { builder } from '../../kernel/builder.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import { refuse } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { daysAfter } from '../../values/time.ts';
import { offeredBy } from './content.ts';
import { hasDrifted } from './drifted.ts';
import { serverFields } from './fields.ts';
import { lockOpenVersion, lockServer, lockVersionIn, noSuchVersion } from './find.ts';
import { moveVersion } from './move.ts';
import { deprecationDays, serverMoves, versionMoves } from './rules.ts';

/** Publishes a reviewed version. The server keeps serving the one before to its grants for 30 more days. */
export async function publishMcpServer(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const server = await lockServer(tx, id);
    serverMoves.next(server.status, 'update');
    const version = await lockOpenVersion(tx, server);
    if (!version) throw noSuchVersion(server, (await isQuarantined(tx, server)) ? again : 'can be published');
    versionMoves.next(version.status, 'publish');
    await assertUndrifted(tx, version);
    await followUp(tx, server);
    const publishedAt = tx.clock.now();
    await moveVersion(tx, { server, version }, 'publish', 'mcp_server.published', { publishedAt });
    return { mcpServer: server };
  });
}

const again = 'can be published. One is in quarantine: submit it again, and have it reviewed';

async function isQuarantined(tx: TransactionContext, server: McpServer): Promise<boolean> {
  return (await lockVersionIn(tx, server, ['QUARANTINED'])) !== null;
}

async function followUp(tx: TransactionContext, server: McpServer): Promise<void> {
  const version = await lockVersionIn(tx, server, ['PUBLISHED']);
  if (!version) return;
  const retiresAt = daysAfter(tx.clock.now(), deprecationDays);
  await moveVersion(tx, { server, version }, 'deprecate', 'mcp_server.deprecated', { retiresAt });
}

async function assertUndrifted(tx: TransactionContext, version: { id: string }): Promise<void> {
  const offered = await offeredBy(tx, version);
  const drifted = offered.find(({ tool, capability }) => hasDrifted(tool, capability));
  if (!drifted) return;
  throw refuse(
    'invalid_transition',
    `${drifted.capability.key} has changed since its review. Edit the version, and have it reviewed again.`,
  );
}

builder.relayMutationField(
  'publishMcpServer',
  { inputFields: (t) => ({ ...rowFields(t, 'The MCP server.') }) },
  {
    description:
      'Publishes a reviewed version. The version before is deprecated, and its grants work for 30 more days. ' +
      'Needs `mcp_servers:publish`.',
    authScopes: { can: 'mcp_servers:publish' },
    resolve: async (_root, { input }, ctx) => await publishMcpServer(ctx, input),
  },
  { outputFields: serverFields },
);
