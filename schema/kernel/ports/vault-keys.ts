import type { Actor, Origin, Target } from '../../../db/models/audit.ts';

/** Sealing with the master key, which never leaves this port. */
export interface Sealing {
  /** Seals a value that only this installation can open, and only under the same name. */
  seal(plaintext: Buffer, name: string): Buffer;
  /** Throws an UnsealError if the value was changed, moved, or sealed by another installation. */
  unseal(sealed: Buffer, name: string): Buffer;
}

/** Data keys of single secrets, cached briefly so that consecutive calls need not open them again. */
export interface DataKeys {
  /**
   * Runs the work with the key of this id, loaded if it is not cached. Overwrites the loaded bytes. The work must not
   * retain the key.
   */
  using<T>(id: string, load: () => Promise<Buffer>, work: (key: Pick<Sealing, 'unseal'>) => T): Promise<T>;
  /** Evicts the key immediately, on this instance. */
  drop(id: string): void;
}

/** A record that a secret is about to be opened. */
export interface Opening {
  workspaceId: string;
  target: Target;
  actor: Actor;
  origin: Origin;
  at: Date;
  changes: Record<string, unknown>;
}

/** Writes openings into the audit log, in groups. */
export interface Openings {
  /** Resolves when the entry is committed. */
  note(opening: Opening): Promise<void>;
}
