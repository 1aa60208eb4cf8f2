import { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { McpServer } from '../../../db/models/mcp-server.ts';
import { lockPending } from '../../approvals/approval/end-obsolete.ts';
import { supersedePending } from '../../approvals/approval/supersede.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { serverFields } from './fields.ts';
import { lockServer } from './find.ts';
import { serverMoves, versionMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

interface Retire {
  id: string;
  reason?: string | null | undefined;
}

const kind = 'MCP_SERVER';

/**
 * Retires a server permanently, with all its versions and its pending review. Access ends with this commit.
 */
export async function retireMcpServer(ctx: Context, { id, reason = null }: Retire) {
  return await ctx.transaction(async (tx) => {
    const pending = await lockPending(tx, kind, id);
    const before = await lockServer(tx, id);
    const status = serverMoves.next(before.status, 'retire');
    const present = await ApprovalRequest.inWorkspace(tx).findOne({ kind, subjectId: id, status: 'PENDING' });
    if (present?.id !== pending?.id)
      throw refuse(
        'invalid_transition',
        'A review was requested at the same moment. Send this request again.',
      );
    const now = tx.clock.now();
    const versions = await McpServerVersion.inWorkspace(tx)
      .where({ serverId: id })
      .whereNot({ status: 'RETIRED' })
      .orderBy('number')
      .forNoKeyUpdate();
    for (const version of versions)
      await McpServerVersion.change(tx.knex, version.id, now, {
        status: versionMoves.next(version.status, 'retire'),
        retiredAt: now,
        reason,
      });
    const mcpServer = await McpServer.change(tx.knex, id, now, { status, retiredAt: now });
    if (pending) await supersedePending(tx, pending, 'The MCP server was retired.');
    await record(tx, 'mcp_server.retired', {
      subject: mcpServer,
      data: toEventData(mcpServer),
      changes: { status: [before.status, status] },
      reason,
    });
    return { mcpServer };
  });
}

builder.relayMutationField(
  'retireMcpServer',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The MCP server.'),
      reason: t.string({ validate: formats.reason }),
    }),
  },
  {
    description:
      'Retires an MCP server permanently. Agents find none of its tools from then on, and its name is free again. ' +
      'Needs `mcp_servers:publish`.',
    authScopes: { can: 'mcp_servers:publish' },
    resolve: async (_root, { input }, ctx) => await retireMcpServer(ctx, input),
  },
  { outputFields: serverFields },
);
