import { Ajv2020 } from 'ajv/dist/2020.js';

// One for all of a file, since what it checks schemas by takes longest to compile.
const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false, code: { optimize: false } });

/** A check by a schema of 2020-12; throws where it is none. */
export function compiled(schema: unknown): (value: unknown) => boolean {
  if (typeof schema !== 'object' || schema === null) throw new Error('There is no schema.');
  const validate = ajv.compile(schema);
  ajv.removeSchema(schema);
  return validate;
}
