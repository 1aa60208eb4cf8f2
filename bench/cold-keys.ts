import { maxConnections } from '../schema/connect/connection/rules.ts';
import { maxHeld } from '../server/vault/data-keys.ts';
import { addConnection, addProject, selectRows, type Connected } from './connection.ts';
import type { Platform } from './platform.ts';

// One project more than the cache has room for.
const projects = Math.ceil(maxHeld / maxConnections) + 1;

/**
 * Returns selections of the same rows through many connections, each with its own secret and data key. In
 * sequence, each read misses the cache: since its last read, more other keys were opened than the cache
 * holds.
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
