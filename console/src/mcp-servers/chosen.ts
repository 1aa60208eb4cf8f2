import type { ServerToolsQuery } from './documents.generated.ts';

/** A capability with the connection that it uses, as a tool of the next version. */
export interface Chosen {
  capabilityId: string;
  connectionId: string;
  title: string;
  connectionName: string;
  /** The mode that the provider describes. */
  mode: 'read' | 'write';
  isMarked: boolean;
  readReason: string | null;
}

export function keyOf({ capabilityId, connectionId }: Pick<Chosen, 'capabilityId' | 'connectionId'>): string {
  return `${capabilityId} ${connectionId}`;
}

/** Returns the tools to begin with: of the unpublished version, else of the last one. */
export function chosenIn(server: NonNullable<ServerToolsQuery['mcpServer']>): Chosen[] {
  const { openVersion, publishedVersion, quarantinedVersion } = server;
  const { tools = [] } = openVersion ?? publishedVersion ?? quarantinedVersion ?? {};
  return tools.flatMap(({ capability, connection, readReason }) =>
    capability && connection
      ? [
          {
            capabilityId: capability.id,
            connectionId: connection.id,
            title: capability.title,
            connectionName: connection.name,
            mode: capability.mode,
            isMarked: readReason !== null,
            readReason,
          },
        ]
      : [],
  );
}

export function addedTo(chosen: readonly Chosen[], tool: Chosen): readonly Chosen[] {
  return chosen.some((it) => keyOf(it) === keyOf(tool)) ? chosen : [...chosen, tool];
}

/** Marks the tool as a read, or takes the mark away. */
export function markedIn(chosen: readonly Chosen[], tool: Chosen): readonly Chosen[] {
  return chosen.map((it) => (it === tool ? { ...it, isMarked: !it.isMarked } : it));
}
