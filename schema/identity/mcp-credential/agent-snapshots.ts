import type { Knex } from 'knex';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { Reads } from '../../values/reads.ts';
import { mcpCredentialSnapshot, type McpCredentialSnapshot } from './snapshot.ts';

/** What the judgement of a credential, and of what was granted to it, rests on. */
export interface AgentSnapshot {
  snapshot: McpCredentialSnapshot;
  /** What else was read for its agent and depends on its workspace alone; no time and no caller. */
  reads: Reads;
}

/** That of a credential, as it is there now; null where there is none. */
export async function readAgentSnapshot(knex: Knex, credentialId: string): Promise<AgentSnapshot | null> {
  const snapshot = await mcpCredentialSnapshot(knex, credentialId);
  return snapshot && { snapshot, reads: new Reads() };
}

/** By the id of the credential. What time alone ends is judged at each use. */
export const agentSnapshots: SnapshotKind<AgentSnapshot> = {
  max: 1000,
  read: readAgentSnapshot,
  chainsOf: ({ snapshot }) => [snapshot.workspaceId],
};
