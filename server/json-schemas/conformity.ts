import type { ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { createLinearAjv } from '../../adapters/openapi/linear-ajv.ts';
import type { ForeignSchema } from '../../schema/kernel/ports/json-schemas.ts';
import { isBounded } from './bounded.ts';

interface Compiled {
  /** Null if the schema is for another process. */
  validate: ValidateFunction | null;
  schema: object;
}

// Compiling takes about a millisecond for each KiB.
const maxBytes = 32_768;
const maxTotalBytes = 16 * 2 ** 20;

/**
 * Tells in this process whether a value conforms to a schema. Returns null if the schema is too large, or if its
 * text does not limit the time of a check (ADR 87).
 */
export function createConformity(): (schema: ForeignSchema, value: unknown) => boolean | null {
  const ajv = createLinearAjv({ allErrors: false });
  const compiled = new LRUCache<string, Compiled>({
    maxSize: maxTotalBytes,
    dispose: ({ schema }) => void ajv.removeSchema(schema),
  });
  const compile = ({ key, schema }: ForeignSchema): Compiled => {
    const bytes = Buffer.byteLength(JSON.stringify(schema));
    const validate =
      bytes <= maxBytes ? safely(() => (isBounded(schema) ? ajv.compile(schema) : null)) : null;
    const made = { validate, schema };
    compiled.set(key, made, { size: validate ? bytes : 1 });
    return made;
  };
  return (schema, value) => {
    const { validate } = compiled.get(schema.key) ?? compile(schema);
    return validate && validate(value);
  };
}

// A long chain of definitions can exceed the stack, and a schema may be none.
function safely<Value>(work: () => Value): Value | null {
  try {
    return work();
  } catch {
    return null;
  }
}
