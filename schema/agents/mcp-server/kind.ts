import { registerKind, type Ending } from '../../approvals/approval/kinds.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { offeredBy, reviewedOf } from './content.ts';
import { lockServerAsIs, lockVersionIn, noSuchVersion } from './find.ts';
import { moveVersion } from './move.ts';

const moveOf = {
  REJECTED: ['hand back', 'mcp_server.rejected'],
  CHANGES_REQUESTED: ['request changes', 'mcp_server.changes_requested'],
  CANCELLED: ['hand back', 'mcp_server.withdrawn'],
  SUPERSEDED: ['hand back', 'mcp_server.withdrawn'],
  EXPIRED: ['hand back', 'mcp_server.withdrawn'],
} as const satisfies Record<Ending, readonly [string, string]>;

registerKind({
  kind: 'MCP_SERVER',
  asking: 'mcp_servers:write',
  deciding: 'mcp_servers:review',
  lifeDays: 7,
  quorum: 1,
  titleOf: ({ command }) => `Version ${String(command['version'])} of an MCP server`,
  subjectOf: async (tx, serverId) => {
    // Locked, so that nobody edits the server or its version before the decision.
    const { server, version } = await lockReviewed(tx, serverId);
    const offered = await offeredBy(tx, version);
    return { name: server.name, version: version.number, tools: offered.map(reviewedOf) };
  },
  execution: {
    form: 'INSIDE',
    run: async (tx, { subjectId }) => {
      const patch = { approvedAt: tx.clock.now(), reason: null };
      await moveVersion(tx, await lockReviewed(tx, subjectId), 'approve', 'mcp_server.approved', patch);
    },
  },
  end: async (tx, { subjectId }, { ending, comment }) => {
    const [move, event] = moveOf[ending];
    await moveVersion(tx, await lockReviewed(tx, subjectId), move, event, { reason: comment });
  },
});

async function lockReviewed(tx: TransactionContext, serverId: string) {
  const server = await lockServerAsIs(tx, serverId);
  const version = await lockVersionIn(tx, server, ['IN_REVIEW']);
  if (!version) throw noSuchVersion(server, 'is in review');
  return { server, version };
}
