import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import type { Finding } from '../../schema/values/errors.ts';
import type { ForeignSchema } from '../../schema/kernel/ports/json-schemas.ts';
import { pointerOf } from '../../schema/values/pointer.ts';

const maxFindings = 20;
const maxCompiled = 200;

/** Validates values in the calling thread. Throws if the schema is not valid. */
export function createValidator(): (schema: ForeignSchema, value: unknown) => Finding[] {
  const ajv = new Ajv2020({
    // People write these schemas, and may use unknown keywords and formats.
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: true,
    // Compiles a schema once, even if it is referenced a thousand times.
    inlineRefs: false,
    code: { regExp: Object.assign(linear, { code: 'linear' }) },
  });
  const compiled = new LRUCache<string, { validate: ValidateFunction; schema: object }>({
    max: maxCompiled,
    dispose: ({ schema }) => void ajv.removeSchema(schema),
  });
  return ({ key, schema }, value) => {
    const known = compiled.get(key) ?? { validate: ajv.compile(schema), schema };
    compiled.set(key, known);
    const { validate } = known;
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, maxFindings).map(findingOf);
  };
}

/** Returns a pattern that runs in time linear in the text. A pattern that RE2 lacks matches everything. */
function linear(pattern: string): { test: (text: string) => boolean } {
  const name = { toString: () => `/${pattern}/` };
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { ...name, test: (text) => compiled.test(text) };
  } catch {
    return { ...name, test: () => true };
  }
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
      return { pointer: instancePath, code: keyword, message: message.slice(0, 200) };
  }
}

function oneOf(values: unknown): string {
  const shown = JSON.stringify(values).slice(1, -1);
  return shown.length <= 200 ? `one of ${shown}` : 'one of the allowed values';
}
