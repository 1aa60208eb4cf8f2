import type { ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { createLinearAjv } from '../../adapters/openapi/linear-ajv.ts';
import type { ForeignSchema } from '../../schema/kernel/ports/json-schemas.ts';
import { isBounded } from './bounded.ts';
import { atMost } from '../../schema/values/at-most.ts';

// Compiling takes up to two milliseconds for each KiB, and the code takes up to 20 times as much memory.
const maxBytes = 32_768;
const maxTotalBytes = 4 * 2 ** 20;
const maxUnchecked = 10_000;
/** Characters of texts times the sizes of their patterns; a million takes up to 80 ms. */
const maxMatching = 4_000_000;

class TooCostly extends Error {}

/**
 * Tells in this process whether a value conforms to a schema. Returns null if the schema is too large, if its text
 * does not limit the time of a check, or if the texts are too long for its patterns (ADR 87).
 */
export function createConformity(): (schema: ForeignSchema, value: unknown) => boolean | null {
  const compiled = new LRUCache<string, ValidateFunction>({ maxSize: maxTotalBytes });
  const unchecked = new LRUCache<string, true>(atMost(maxUnchecked));
  let left = 0;
  const spend = (cost: number) => {
    left -= cost;
    if (left < 0) throw new TooCostly();
  };
  const compile = ({ key, schema }: ForeignSchema): ValidateFunction | null => {
    const bytes = Buffer.byteLength(JSON.stringify(schema));
    if (bytes > maxBytes || !isBounded(schema)) return null;
    // One for each schema, since an Ajv keeps the parts of all that it ever compiled.
    const validate = createLinearAjv({ allErrors: false, spend }).compile(schema);
    compiled.set(key, validate, { size: bytes });
    return validate;
  };
  return (schema, value) => {
    if (unchecked.has(schema.key)) return null;
    const validate = compiled.get(schema.key) ?? safely(() => compile(schema));
    if (!validate) {
      unchecked.set(schema.key, true);
      return null;
    }
    left = maxMatching;
    try {
      return validate(value);
    } catch (error) {
      if (error instanceof TooCostly) return null;
      throw error;
    }
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
