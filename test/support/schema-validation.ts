import { SchemaFailure } from '../../schema/kernel/ports/json-schemas.ts';
import type { OpenJsonSchemas } from '../../server/json-schemas/json-schemas.ts';
import { createValidator } from '../../server/json-schemas/validator.ts';

/** Validates as the product does, in this process: starting another takes longer than most tests do. */
export function validateHere(): OpenJsonSchemas {
  const validate = createValidator();
  return {
    async check(schema, value) {
      try {
        return validate(schema, value);
      } catch (cause) {
        throw new SchemaFailure('not_a_schema', `The schema cannot be used: ${String(cause)}`);
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}
