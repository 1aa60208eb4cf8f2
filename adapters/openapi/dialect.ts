import { plainKeywords, schemaKeywords } from './keywords.ts';
import { isObject, own, type JsonObject } from '../../schema/values/foreign-values.ts';

/** Ways of pointing that are not followed. */
export const unfollowed = ['$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$recursiveRef'];

/**
 * A schema of OpenAPI 3.0, or of a draft before 2020-12, in the words of 2020-12. Documents mix the dialects, so what
 * means nothing in 2020-12 is brought over whatever version the document has.
 */
export function modernised(schema: JsonObject, is30: boolean): JsonObject {
  // OpenAPI 3.0: what stands beside a $ref is ignored. Words, and whether null is allowed, are meant all the same.
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

// By the names we know, and not by the names it has, which may be a million.
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
