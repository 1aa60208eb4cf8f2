import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { createLinearAjv } from '../../adapters/openapi/linear-ajv.ts';
import type { Finding } from '../../schema/values/errors.ts';
import type { ForeignSchema } from '../../schema/kernel/ports/json-schemas.ts';
import { pointerOf } from '../../schema/values/pointer.ts';

const maxFindings = 20;
const maxCompiled = 200;

/** Validates values in the calling thread. Throws if the schema is not valid. */
export function createValidator(): (schema: ForeignSchema, value: unknown) => Finding[] {
  const compiled = new LRUCache<string, ValidateFunction>({ max: maxCompiled });
  return ({ key, schema }, value) => {
    // One Ajv for each schema, since an Ajv keeps the parts of all that it ever compiled.
    const validate = compiled.get(key) ?? createLinearAjv().compile(schema);
    compiled.set(key, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, maxFindings).map(findingOf);
  };
}

function findingOf({ keyword, instancePath, params, message = 'is not valid' }: ErrorObject): Finding {
  const at = (property: unknown) => `${instancePath}${pointerOf([String(property)])}`;
  switch (keyword) {
    case 'required':
      return { pointer: at(params['missingProperty']), code: 'required', message: 'is required' };
    case 'additionalProperties':
      return {
        pointer: at(params['additionalProperty']),
        code: 'unknown_field',
        message: 'is not a known field',
      };
    case 'unevaluatedProperties':
      return {
        pointer: at(params['unevaluatedProperty']),
        code: 'unknown_field',
        message: 'is not a known field',
      };
    case 'enum':
      return { pointer: instancePath, code: 'enum', message: `must be ${oneOf(params['allowedValues'])}` };
    default:
      return { pointer: instancePath, code: keyword, message: inWords(message).slice(0, 200) };
  }
}

/** Returns a message of Ajv in the words of our own messages. */
function inWords(message: string): string {
  return message
    .replace(/^must NOT have fewer than /, 'must have at least ')
    .replace(/^must NOT have more than /, 'must have at most ')
    .replace(/^must be <= /, 'must be at most ')
    .replace(/^must be >= /, 'must be at least ')
    .replace(/^must be < /, 'must be less than ')
    .replace(/^must be > /, 'must be more than ');
}

function oneOf(values: unknown): string {
  const shown = JSON.stringify(values).slice(1, -1);
  return shown.length <= 200 ? `one of ${shown}` : 'one of the allowed values';
}
