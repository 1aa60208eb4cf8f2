import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import type { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { validationFailed, type Finding } from '../../values/errors.ts';
import { newId } from '../../values/id.ts';
import { markFault, maxTools } from './rules.ts';

export interface ToolInput {
  capabilityId: string;
  connectionId: string;
  readReason?: string | null | undefined;
}

/** A tool as the caller gave it. */
export interface GivenTool {
  capability: Capability;
  connection: Connection;
  readReason: string | null;
}

/**
 * Returns the given tools with their current rows. Throws `validation_failed` if a server of the project
 * cannot offer one.
 */
export async function readTools(
  tx: TransactionContext,
  { projectId }: McpServer,
  given: readonly ToolInput[],
): Promise<GivenTool[]> {
  if (given.length > maxTools)
    throw validationFailed([
      { pointer: '/tools', code: 'too_many', message: `must have at most ${maxTools} tools` },
    ]);
  const capabilities = await byId(tx, Capability, 'capabilityId', given);
  const connections = await byId(tx, Connection, 'connectionId', given);
  const findings: Finding[] = [];
  const seen = new Set<string>();
  const tools = given.flatMap(({ capabilityId, connectionId, readReason = null }, at) => {
    const [capability, connection] = [capabilities.get(capabilityId), connections.get(connectionId)];
    const finding = (member: string, message: string) =>
      findings.push({ pointer: `/tools/${at}/${member}`, code: 'invalid', message });
    if (!capability || capability.removedAt !== null)
      finding('capabilityId', 'is not an existing capability');
    if (!connection || connection.projectId !== projectId || connection.status === 'DISCONNECTED')
      finding('connectionId', 'is not a connection of the server’s project');
    if (!capability || !connection) return [];
    if (capability.connectorId !== connection.connectorId)
      finding('connectionId', 'is a connection to another provider than the capability’s');
    const key = `${capabilityId} ${connectionId}`;
    if (seen.has(key)) finding('capabilityId', 'appears twice with the same connection');
    seen.add(key);
    const fault = readReason === null ? null : markFault(capability);
    if (fault !== null) finding('readReason', fault);
    return [{ capability, connection, readReason }];
  });
  if (findings.length > 0) throw validationFailed(findings);
  return tools;
}

async function byId<M extends typeof Capability | typeof Connection>(
  tx: TransactionContext,
  model: M,
  member: 'capabilityId' | 'connectionId',
  given: readonly ToolInput[],
): Promise<Map<string, InstanceType<M>>> {
  const ids = [...new Set(given.map((tool) => tool[member]))];
  const rows = (await model.inWorkspace(tx).whereIn('id', ids)) as InstanceType<M>[];
  return new Map(rows.map((row) => [row.id, row]));
}

/** Replaces the tools of a version. */
export async function writeTools(
  tx: TransactionContext,
  { id: versionId, workspaceId }: McpServerVersion,
  tools: readonly GivenTool[],
): Promise<void> {
  await McpServerTool.inWorkspace(tx).where({ versionId }).delete();
  if (tools.length === 0) return;
  const now = tx.clock.now();
  await McpServerTool.query(tx.knex).insert(
    tools.map(({ capability, connection, readReason }) => ({
      id: newId('mcpServerTool'),
      workspaceId,
      versionId,
      capabilityId: capability.id,
      connectionId: connection.id,
      mode: readReason === null ? capability.mode : 'read',
      readReason,
      digest: capability.digest,
      createdAt: now,
      updatedAt: now,
    })),
  );
}
