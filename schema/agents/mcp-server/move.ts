import type { PartialModelObject } from 'objection';
import { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import { McpServer } from '../../../db/models/mcp-server.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { EventType } from '../../records/event/catalogue.ts';
import { versionMoves } from './rules.ts';
import { toEventData } from './event-data.ts';

type Move = Parameters<typeof versionMoves.next>[1];

export type ServerEvent = Extract<EventType, `mcp_server.${string}`>;

/** Moves a locked version to its next status, applies the patch, and records an event of its server. */
export async function moveVersion(
  tx: TransactionContext,
  { server, version: before }: { server: McpServer; version: McpServerVersion },
  move: Move,
  type: ServerEvent,
  patch: PartialModelObject<McpServerVersion> = {},
): Promise<McpServerVersion> {
  const status = versionMoves.next(before.status, move);
  const now = tx.clock.now();
  const version = await McpServerVersion.change(tx.knex, before.id, now, { ...patch, status });
  await record(tx, type, {
    subject: await touchServer(tx, server),
    data: toEventData(server, version),
    changes: { version: version.number, status: [before.status, status] },
    ...(version.reason !== null && { reason: version.reason }),
  });
  return version;
}

/**
 * Increases the server's row version, since callers who read the server before have not seen the change of
 * its version.
 */
export async function touchServer(tx: TransactionContext, { id }: McpServer): Promise<McpServer> {
  return await McpServer.change(tx.knex, id, tx.clock.now(), {});
}
