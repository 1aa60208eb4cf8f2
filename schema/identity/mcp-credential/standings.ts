import type { Knex } from 'knex';
import type { Snapshots } from '../../kernel/memory.ts';
import { Reads } from '../../values/reads.ts';
import { mcpCredentialSnapshot, type McpCredentialSnapshot } from './snapshot.ts';

/** What the judgement of a credential, and of what was granted to it, rests on. */
export interface Standing {
  snapshot: McpCredentialSnapshot;
  /** What else was read for its agent and depends on its workspace alone; no time and no caller. */
  reads: Reads;
}

/** That of a credential, as it is there now; null where there is none. */
export async function readStanding(knex: Knex, credentialId: string): Promise<Standing | null> {
  const snapshot = await mcpCredentialSnapshot(knex, credentialId);
  return snapshot && { snapshot, reads: new Reads() };
}

/** By the id of the credential. What time alone ends is judged at each use. */
export const standings: Snapshots<Standing> = {
  max: 1000,
  read: readStanding,
  chainsOf: ({ snapshot }) => [snapshot.workspaceId],
};
