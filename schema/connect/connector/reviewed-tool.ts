import { Capability, type CalledCapability } from '../../../db/models/capability.ts';
import type { Ports } from '../../kernel/context.ts';
import { createSystemContext } from '../../command/create-context.ts';
import type { DescribedCapability } from '../../kernel/ports/descriptions.ts';
import { refuse, type Refusal } from '../../values/errors.ts';
import type { ReviewedTool } from '../../kernel/ports/remote-tools.ts';
import { differenceOf, type Difference } from './difference.ts';
import { announceDrift } from './drift.ts';
import { lockConnector } from './find.ts';
import { reimport } from './reimport.ts';

const job = 'compare-tools';

/**
 * Returns the stored description of a tool, to compare with its server’s list at a call through a connection.
 * If the tool differs from its review, the server does not call it, and requests an import that applies to
 * all connections. MCP server versions that offer the tool through this connection are quarantined.
 */
export function reviewedTool(ports: Ports, capability: CalledCapability, connectionId: string): ReviewedTool {
  return {
    key: `${capability.id} ${capability.rowVersion}`,
    // A write needs the current list, even if its server allows caching.
    mayBeKept: capability.mode === 'read',
    assertSame: async (listed) => {
      const difference = await judged(ports, capability, listed);
      if (difference === 'NONE' || difference === 'LEARNED') return;
      await note(ports, { capability, connectionId, difference });
      if (difference === 'SUBSTANCE') throw changed(capability);
    },
  };
}

async function judged(ports: Ports, capability: CalledCapability, listed: unknown): Promise<Difference> {
  const described = listed === undefined ? null : await describedIn(ports, listed);
  return described ? differenceOf(capability, described) : 'SUBSTANCE';
}

// Parses the external listing in a separate process, as an import does.
async function describedIn(
  { descriptions }: Ports,
  listed: unknown,
): Promise<DescribedCapability | undefined> {
  const listing = { server: null, instructions: null, tools: [listed], ending: 'complete' } as const;
  const all: DescribedCapability[] = [];
  for await (const part of descriptions.mcp(listing, { sourceUrl: null }))
    if (part.part === 'CAPABILITY') all.push(part.capability);
  return all[0];
}

interface Noted {
  capability: CalledCapability;
  connectionId: string;
  difference: Difference;
}

async function note(ports: Ports, { capability, connectionId, difference }: Noted): Promise<void> {
  const { id, workspaceId, connectorId, rowVersion } = capability;
  await createSystemContext(ports, job, workspaceId).transaction(async (tx) => {
    const connector = await lockConnector(tx, connectorId);
    await reimport(tx, connector);
    // If an import has updated the capability in the meantime, its result applies.
    const known = await Capability.inWorkspace(tx).findOne({ id, rowVersion }).forNoKeyUpdate();
    if (known && difference === 'SUBSTANCE') await announceDrift(tx, [id], connectionId);
    return {};
  });
}

function changed({ key }: CalledCapability): Refusal {
  return refuse(
    'selection_stale',
    `This selection is not valid. The MCP server has changed or removed ${key}, so the server did not call it ` +
      'and imports it again. An MCP server that offers it needs another review. Search again afterwards.',
    { mayHaveTakenEffect: false },
  );
}
