import type { Finding } from '../../values/errors.ts';

/** Values judged by JSON Schemas that somebody else wrote. */
export interface JsonSchemas {
  /**
   * What is wrong with a value, in at most 20 findings. Formats, and patterns that have no linear-time form, are not looked
   * at. Throws a SchemaFailure.
   */
  check(schema: ForeignSchema, value: unknown): Promise<Finding[]>;
}

/** A JSON Schema 2020-12 that refers to nothing outside itself. */
export interface ForeignSchema {
  /** The same for the same schema, and for no other. */
  key: string;
  schema: object;
}

export type SchemaFailureCode = 'not_a_schema' | 'too_slow';

/** Why a value could not be judged: the schema is none, or judging takes more than it may. */
export class SchemaFailure extends Error {
  override name = 'SchemaFailure';
  readonly code: SchemaFailureCode;

  constructor(code: SchemaFailureCode, message: string) {
    super(message);
    this.code = code;
  }
}
