import type { Knex } from 'knex';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { Reads } from '../../values/reads.ts';
import { mcpCredentialSnapshot, type McpCredentialSnapshot } from './snapshot.ts';

/** The data that the evaluation of a credential and of its grants needs. */
export interface AgentSnapshot {
  snapshot: McpCredentialSnapshot;
  /** Other reads for the agent that depend only on its workspace, not on the time or the caller. */
  reads: Reads;
}

/** Reads the current snapshot of a credential; null if it does not exist. */
export async function readAgentSnapshot(knex: Knex, credentialId: string): Promise<AgentSnapshot | null> {
  const snapshot = await mcpCredentialSnapshot(knex, credentialId);
  return snapshot && { snapshot, reads: new Reads() };
}

/** Named by the id of the credential. Expiry by time is checked at each use. */
export const agentSnapshots: SnapshotKind<AgentSnapshot> = {
  max: 1000,
  read: readAgentSnapshot,
  chainsOf: ({ snapshot }) => [snapshot.workspaceId],
};
