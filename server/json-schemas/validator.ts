import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import type { Finding } from '../../schema/values/errors.ts';
import type { ForeignSchema } from '../../schema/kernel/ports/json-schemas.ts';
import { pointerOf } from '../../schema/values/pointer.ts';

const maxFindings = 20;
const maxCompiled = 200;

/** Judges values in the thread that it is called in. Throws where the schema is none. */
export function createValidator(): (schema: ForeignSchema, value: unknown) => Finding[] {
  const ajv = new Ajv2020({
    // As written by people: unknown keywords and formats are theirs.
    strict: false,
    validateFormats: false,
    validateSchema: false,
    allErrors: true,
    // Written once where it is used a thousand times.
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

/** A pattern by an engine that takes time linear in the text; one that it does not know matches everything. */
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
