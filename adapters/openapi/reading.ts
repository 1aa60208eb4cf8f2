import type { ForeignDocument } from './document.ts';
import { collectFindings, type Findings } from './findings.ts';
import type { Found } from './references.ts';

/** Schemas are read for arguments or for answers: arguments do not require a `readOnly` property. */
export type Direction = 'input' | 'output';

export type Schema = boolean | Record<string, unknown>;

/** A schema in JSON Schema 2020-12. The definitions that it refers to are still to be added. */
export interface Converted {
  schema: Schema;
  bytes: number;
  refs: Refs;
  /** The references that apply to the same value as the schema, and the schemas that contain them. */
  inPlace: readonly InPlace[];
}

/** The values that a schema refers to by their pointers, in order. */
export type Refs = ReadonlyMap<string, unknown>;

export interface InPlace {
  holder: Record<string, unknown>;
  to: Found;
}

/** A converted schema that others refer to. */
export interface Definition extends Converted {
  /** The length of the longest chain of references in place from here. */
  height: number;
  /** Whether that is still being computed. */
  isOpen: boolean;
}

/** The state of reading a document. */
export interface Reading extends ForeignDocument {
  readonly findings: Findings;
  /** Schemas that others refer to, by direction and pointer; each is converted once. */
  readonly definitions: Record<Direction, Map<string, Definition>>;
  /** The pointer for each name in use. */
  readonly names: Map<string, string>;
}

export function startReading(document: ForeignDocument, findings: Findings = collectFindings()): Reading {
  const definitions = { input: new Map(), output: new Map() };
  return { ...document, findings, definitions, names: new Map() };
}
