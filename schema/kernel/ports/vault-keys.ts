import type { Actor, Origin, Target } from '../../../db/models/audit.ts';

/** Sealing with the master key, which never leaves its port. */
export interface Sealing {
  /** What only this installation opens again, and only under the same name. */
  seal(plaintext: Buffer, name: string): Buffer;
  /** Throws an UnsealError when it was changed, moved, or sealed elsewhere. */
  unseal(sealed: Buffer, name: string): Buffer;
}

/** Keys of single secrets, held open for a moment so that calls that follow each other need not open them anew. */
export interface DataKeys {
  /** Does the work with the key of this id, which is loaded where it is not held. The work must not keep it. */
  using<T>(id: string, load: () => Promise<Buffer>, work: (key: Buffer) => T): Promise<T>;
  /** Lets it go at once, on this instance. */
  drop(id: string): void;
}

/** That a secret is about to be opened. */
export interface Opening {
  workspaceId: string;
  target: Target;
  actor: Actor;
  origin: Origin;
  at: Date;
  changes: Record<string, unknown>;
}

/** Writes openings into the audit log, those of a moment together. */
export interface Openings {
  /** Resolves when the entry is committed. */
  note(opening: Opening): Promise<void>;
}
