import { maxConnections } from '../schema/connect/connection/rules.ts';
import { maxHeld } from '../server/vault/data-keys.ts';
import { addConnection, addProject, selectRows, type Connected } from './connection.ts';
import type { Platform } from './platform.ts';

// One more than the keys that are held would fill.
const projects = Math.ceil(maxHeld / maxConnections) + 1;

/**
 * Selections of the same rows through many connections, each with a secret and so with a data key of its own. Read in turn,
 * each finds its key let go: more others were opened since than are held.
 */
export async function selectThroughMany(
  platform: Platform,
  { connectorId, rowsId }: Connected,
): Promise<string[]> {
  const all = Array.from({ length: projects }, async (_, number) => {
    const projectId = await addProject(platform, `Shop ${number}`);
    const selections: string[] = [];
    while (selections.length < maxConnections) {
      const name = `Shop ${selections.length}`;
      const { connectionId } = await addConnection(platform, { name, projectId, connectorId });
      selections.push(await selectRows(platform, { rowsId, connectionId }));
    }
    return selections;
  });
  return (await Promise.all(all)).flat();
}
