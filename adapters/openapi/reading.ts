import type { ForeignDocument } from './document.ts';
import { collectFindings, type Findings } from './findings.ts';
import type { Found } from './references.ts';

/** Schemas are read for arguments or for answers: what is `readOnly` is not required of the first. */
export type Direction = 'input' | 'output';

export type Schema = boolean | Record<string, unknown>;

/** A schema in JSON Schema 2020-12, whose references are to definitions that are still to be put beside it. */
export interface Converted {
  schema: Schema;
  bytes: number;
  refs: Refs;
  /** Of them, those that judge the same value as itself, and the schema that says so. */
  inPlace: readonly InPlace[];
}

/** What a schema refers to, in the order in which it does: what is there, by its pointer. */
export type Refs = ReadonlyMap<string, unknown>;

export interface InPlace {
  holder: Record<string, unknown>;
  to: Found;
}

/** A schema that others refer to, converted. */
export interface Definition extends Converted {
  /** How many references in place follow each other from here, at most. */
  height: number;
  /** Whether that is still being found out. */
  isOpen: boolean;
}

/** What is known of a document while it is read. */
export interface Reading extends ForeignDocument {
  readonly findings: Findings;
  /** Schemas that others refer to, by direction and pointer; each is converted once. */
  readonly definitions: Record<Direction, Map<string, Definition>>;
  /** The pointers of what is already called so. */
  readonly names: Map<string, string>;
}

export function startReading(document: ForeignDocument, findings: Findings = collectFindings()): Reading {
  return {
    ...document,
    findings,
    definitions: { input: new Map(), output: new Map() },
    names: new Map(),
  };
}
