import type { Knex } from 'knex';
import { AuditHead } from '../../db/models/audit.ts';
import { Reads } from '../reads.ts';
import { Recent } from '../recent.ts';
import { mcpCredentialSnapshot, type McpCredentialSnapshot } from './snapshot.ts';

/** What the judgement of a credential, and of what was granted to it, rests on. */
export interface Standing {
  snapshot: McpCredentialSnapshot;
  /** What else was read for its agent and depends on its workspace alone; no time and no caller. */
  reads: Reads;
}

/** That of a credential, as it is there now; null where there is none. */
export async function readStanding(
  knex: Knex,
  credentialId: string,
  readsOf: (snapshot: McpCredentialSnapshot) => Reads = () => new Reads(),
): Promise<Standing | null> {
  const snapshot = await mcpCredentialSnapshot(knex, credentialId);
  return snapshot && { snapshot, reads: readsOf(snapshot) };
}

/** Credentials at once that are kept; who called longest ago is forgotten first, and read once more. */
const maxKept = 1000;

/**
 * The standings of the credentials that call here, kept as long as nothing happened in their workspaces. Every change
 * counts the position of its workspace's last event up, in the transaction of the change itself, so one small query
 * tells whether what is kept is what would be read now: what was taken back is gone with the answer to whoever took it
 * back, on every instance. What time alone ends is judged at each use.
 */
export class Standings {
  readonly #knex: Knex;
  readonly #readsOf: (snapshot: McpCredentialSnapshot) => Reads;
  readonly #kept = new Recent<Standing>(maxKept);

  constructor(knex: Knex, readsOf: (snapshot: McpCredentialSnapshot) => Reads = () => new Reads()) {
    this.#knex = knex;
    this.#readsOf = readsOf;
  }

  /** That of a credential, as of now; null where there is none. */
  async of(credentialId: string): Promise<Standing | null> {
    const kept = this.#kept.get(credentialId);
    if (kept && (await this.#isSo(kept))) return kept;
    const standing = await readStanding(this.#knex, credentialId, this.#readsOf);
    if (standing) this.#kept.set(credentialId, standing);
    return standing;
  }

  async #isSo({ snapshot: { workspaceId, position } }: Standing): Promise<boolean> {
    const head = await AuditHead.query(this.#knex).findById(workspaceId).select('eventPosition');
    return head?.eventPosition === position;
  }
}
