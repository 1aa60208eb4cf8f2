import type { Finding } from '../../values/errors.ts';

/** Checks values against third-party JSON Schemas. */
export interface JsonSchemas {
  /**
   * Returns at most 20 findings about a value, without a check of formats or of patterns that have no
   * linear-time form. Throws a SchemaFailure.
   */
  check(schema: ForeignSchema, value: unknown): Promise<Finding[]>;
}

/** A JSON Schema 2020-12 without external references. */
export interface ForeignSchema {
  /** Identifies the schema: equal keys mean equal schemas. */
  key: string;
  /** The workspace whose members wrote the schema or chose it. */
  owner: string;
  schema: object;
}

export type SchemaFailureCode = 'not_a_schema' | 'too_slow';

/** Why a value could not be checked: the schema is invalid, or the check exceeds its bounds. */
export class SchemaFailure extends Error {
  override name = 'SchemaFailure';
  readonly code: SchemaFailureCode;

  constructor(code: SchemaFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
