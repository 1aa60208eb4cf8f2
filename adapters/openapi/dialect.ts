import { plainKeywords, schemaKeywords } from './keywords.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';

/** Keywords for references that are not supported. */
export const unfollowed = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef'];

/**
 * Converts a schema of OpenAPI 3.0, or of a draft before 2020-12, to 2020-12. Documents mix the dialects, so
 * keywords that 2020-12 lacks are converted whatever version the document has.
 */
export function modernised(schema: JsonObject, is30: boolean): JsonObject {
  // OpenAPI 3.0 ignores keywords beside a $ref, but authors still mean the texts and `nullable`.
  const from = is30 && Object.hasOwn(schema, '$ref') ? kept(schema, besideReference) : schema;
  return {
    ...kept(from, known),
    ...bound(from, 'minimum', 'exclusiveMinimum'),
    ...bound(from, 'maximum', 'exclusiveMaximum'),
    ...tuple(from),
    ...dependencies(from),
    ...(Object.hasOwn(from, 'example') &&
      !Object.hasOwn(from, 'examples') && { examples: [from['example']] }),
  };
}

const besideReference = ['$ref', 'title', 'description', 'nullable', 'deprecated', 'readOnly', 'writeOnly'];
const known = ['$ref', ...unfollowed, 'nullable', ...Object.keys(plainKeywords), ...schemaKeywords.keys()];

// Iterates over the known names, since the schema itself may have a million.
function kept(schema: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(schema, name)).map((name) => [name, schema[name]]),
  );
}

function bound(schema: JsonObject, inclusive: string, exclusive: string): JsonObject {
  const isExclusive = own(schema, exclusive);
  if (typeof isExclusive !== 'boolean') return {};
  return isExclusive
    ? { [inclusive]: undefined, [exclusive]: own(schema, inclusive) }
    : { [exclusive]: undefined };
}

function tuple(schema: JsonObject): JsonObject {
  const items = own(schema, 'items');
  if (!Array.isArray(items)) return {};
  return { prefixItems: items.length > 0 ? items : undefined, items: own(schema, 'additionalItems') };
}

function dependencies(schema: JsonObject): JsonObject {
  const given = own(schema, 'dependencies');
  if (!isObject(given)) return {};
  const entries = Object.entries(given);
  const ofNames = entries.filter(([, value]) => Array.isArray(value));
  const ofSchemas = entries.filter(([, value]) => !Array.isArray(value));
  return {
    ...(ofNames.length > 0 && { dependentRequired: Object.fromEntries(ofNames) }),
    ...(ofSchemas.length > 0 && { dependentSchemas: Object.fromEntries(ofSchemas) }),
  };
}
