import { Capability } from '../../../db/models/capability.ts';
import { Connection } from '../../../db/models/connection.ts';
import { McpServerTool } from '../../../db/models/mcp-server-tool.ts';
import type { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** A tool with its current capability and connection. */
export interface Offered {
  tool: McpServerTool;
  capability: Capability;
  connection: Connection;
}

/** Returns the tools of a version in a stable order, with the current descriptions of their providers. */
export async function offeredBy(
  tx: TransactionContext,
  { id: versionId }: Pick<McpServerVersion, 'id'>,
): Promise<Offered[]> {
  const tools = await McpServerTool.inWorkspace(tx).where({ versionId }).orderBy('id');
  const capabilities = new Map(
    (
      await Capability.inWorkspace(tx).whereIn(
        'id',
        tools.map(({ capabilityId }) => capabilityId),
      )
    ).map((it) => [it.id, it]),
  );
  const connections = new Map(
    (
      await Connection.inWorkspace(tx).whereIn(
        'id',
        tools.map(({ connectionId }) => connectionId),
      )
    ).map((it) => [it.id, it]),
  );
  return tools.map((tool) => {
    const [capability, connection] = [
      capabilities.get(tool.capabilityId),
      connections.get(tool.connectionId),
    ];
    if (!capability || !connection) throw new Error(`The tool ${tool.id} stands for nothing.`);
    return { tool, capability, connection };
  });
}

/** Returns the parts of a tool that a review covers. */
export function reviewedOf({
  capability,
  connection,
  tool,
}: Omit<Offered, 'tool'> & Partial<Pick<Offered, 'tool'>>) {
  return {
    capabilityId: capability.id,
    key: capability.key,
    mode: tool?.mode ?? capability.mode,
    ...(tool?.readReason && { readReason: tool.readReason }),
    digest: capability.digest.toString('hex'),
    isRemoved: capability.removedAt !== null,
    connectionId: connection.id,
    baseUrl: connection.baseUrl,
    accountId: connection.accountId,
  };
}
