import { Ajv2020 } from 'ajv/dist/2020.js';

/**
 * An Ajv retains memory for every compiled schema, but a new Ajv must compile its own checks, which is slow.
 */
const uses = 1_000;
let ajv = fresh();
let used = 0;

/** Compiles a schema of 2020-12 into a check. Throws if the schema is not valid. */
export function compiled(schema: unknown): (value: unknown) => boolean {
  if (typeof schema !== 'object' || schema === null) throw new Error('There is no schema.');
  used += 1;
  if (used % uses === 0) ajv = fresh();
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}

function fresh(): Ajv2020 {
  return new Ajv2020({ strict: false, validateFormats: false, logger: false, code: { optimize: false } });
}
