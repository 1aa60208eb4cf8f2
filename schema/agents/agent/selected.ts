import type { Context } from '../../kernel/context.ts';
import { grantsByCapability } from '../mcp-grant/in-force.ts';
import { readSelection, stale } from '../../connect/selection/handle.ts';
import type { Selection } from '../../connect/selection/selection.ts';

/** An agent's selection, with the server version that offered the capability. */
export interface AgentSelection extends Selection {
  versionId: string;
}

/** Returns the selected capability, if the agent is granted and served it now. Throws `selection_stale`. */
export async function selectedByAgent(
  ctx: Context,
  given: { selection: string; capabilityId?: string | null | undefined },
): Promise<AgentSelection> {
  const selected = await readSelection(ctx, given, async ({ connectionEnd, capabilityEnd }) =>
    [...(await grantsByCapability(ctx)).values()]
      .flat()
      .filter((it) => it.capabilityId.endsWith(capabilityEnd) && it.connectionId.endsWith(connectionEnd))
      .map(({ digest, capabilityId, connectionId, versionId, mode }) => ({
        capabilityId,
        connectionId,
        versionId,
        mode,
        digest: digest.toString('hex'),
      })),
  );
  const { versionId } = selected;
  if (versionId === null) throw stale('It belongs to a member, not to an agent.');
  return { ...selected, versionId };
}
