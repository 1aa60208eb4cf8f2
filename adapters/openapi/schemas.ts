import { pointerOf } from '../../schema/values/pointer.ts';
import { modernised, unfollowed } from './dialect.ts';
import { annotations, isUsablePattern, plainKeywords, schemaKeywords, type Holding } from './keywords.ts';
import { nameOf } from './names.ts';
import type { Converted, Direction, InPlace, Reading, Schema } from './reading.ts';
import { find, follow, type Found } from './references.ts';
import {
  isObject,
  isUsableName,
  itemsOf,
  own,
  wordOf,
  type JsonObject,
} from '../../schema/values/foreign-values.ts';

interface Walk {
  reading: Reading;
  direction: Direction;
  bytesLeft: number;
  refs: Map<string, unknown>;
  inPlace: InPlace[];
}

interface Place {
  pointer: string;
  depth: number;
  /** Whether the schema here applies to the same value as the one where the conversion began. */
  isInPlace: boolean;
}

export const maxSchemaBytes = 262_144;
const maxDepth = 64;

class TooLarge extends Error {}

/** Converts a schema; parts that it does not understand are left out, so it allows more, never less. */
export function convert(reading: Reading, direction: Direction, { value, pointer }: Found): Converted {
  const walk: Walk = {
    reading,
    direction,
    bytesLeft: maxSchemaBytes,
    refs: new Map<string, unknown>(),
    inPlace: [],
  };
  try {
    const schema = schemaAt(walk, value, { pointer, depth: 0, isInPlace: true });
    return { schema, bytes: bytesOf(schema), refs: walk.refs, inPlace: walk.inPlace };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    reading.findings.add('schema_too_large', pointer, 'The schema has more than 256 KiB; it was left out.');
    return { schema: {}, bytes: 2, refs: new Map(), inPlace: [] };
  }
}

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function schemaAt(walk: Walk, given: unknown, place: Place): Schema {
  spend(walk, 4);
  if (typeof given === 'boolean') return given;
  if (!isObject(given)) return leftOut(walk, place, 'schema_unusable', 'This is not a schema.');
  if (place.depth > maxDepth)
    return leftOut(walk, place, 'schema_too_deep', `The schema is nested deeper than ${maxDepth} levels.`);
  const source = modernised(given, walk.reading.is30);
  const schema: Record<string, unknown> = {};
  Object.assign(schema, referenceOf(walk, source, place, schema), plainOf(walk, source, place));
  Object.assign(schema, innerOf(walk, source, place));
  return own(source, 'nullable') === true ? orNull(schema) : schema;
}

function referenceOf(walk: Walk, source: JsonObject, place: Place, holder: InPlace['holder']): JsonObject {
  const { findings } = walk.reading;
  if (unfollowed.some((keyword) => Object.hasOwn(source, keyword)))
    findings.add(
      'reference_ignored',
      place.pointer,
      'Only $ref is supported; $id, anchors and $dynamicRef were left out.',
    );
  if (!Object.hasOwn(source, '$ref')) return {};
  const found = find(walk.reading, source['$ref'], place.pointer);
  if (!found) return {};
  walk.refs.set(found.pointer, found.value);
  if (place.isInPlace) walk.inPlace.push({ holder, to: found });
  return { $ref: `#/$defs/${nameOf(walk.reading, found.pointer)}` };
}

function plainOf(walk: Walk, source: JsonObject, place: Place): JsonObject {
  const out: Record<string, unknown> = {};
  for (const [keyword, read] of Object.entries(plainKeywords)) {
    const given = own(source, keyword);
    if (given === undefined) continue;
    const value = keyword === 'required' ? requiredIn(walk, source) : read(given);
    if (value !== undefined) {
      spend(walk, keyword.length + JSON.stringify(value).length);
      out[keyword] = value;
    } else if (!annotations.has(keyword)) meaningless(walk, keyword, place);
  }
  return out;
}

// OpenAPI 3.0, schema object: `readOnly` is required only of answers, `writeOnly` only of arguments.
function requiredIn({ reading, direction }: Walk, source: JsonObject): unknown {
  const names = plainKeywords['required']?.(own(source, 'required'));
  const properties = own(source, 'properties');
  const excuse = direction === 'input' ? 'readOnly' : 'writeOnly';
  const isExcused = (name: unknown) => {
    const property = own(properties, wordOf(name));
    if (own(property, excuse) === true) return true;
    return (
      isObject(property) &&
      Object.hasOwn(property, '$ref') &&
      own(follow(reading, property, '')?.value, excuse) === true
    );
  };
  return Array.isArray(names) ? names.filter((name) => !isExcused(name)) : undefined;
}

function innerOf(walk: Walk, source: JsonObject, place: Place): JsonObject {
  const out: Record<string, unknown> = {};
  for (const [keyword, { holds, isInPlace }] of schemaKeywords) {
    const given = own(source, keyword);
    if (given === undefined) continue;
    const at = { ...within(place, keyword), depth: place.depth + 1, isInPlace: isInPlace && place.isInPlace };
    const value = readers[holds](walk, given, at);
    if (value === undefined) meaningless(walk, keyword, place);
    else {
      spend(walk, keyword.length);
      out[keyword] = value;
    }
  }
  return out;
}

const readers: Record<Holding, (walk: Walk, given: unknown, place: Place) => unknown> = {
  one: (walk, given, place) =>
    typeof given === 'boolean' || isObject(given) ? schemaAt(walk, given, place) : undefined,
  list: (walk, given, place) =>
    itemsOf(given).length > 0
      ? itemsOf(given).map((item, index) => schemaAt(walk, item, within(place, index)))
      : undefined,
  named: (walk, given, place) => (isObject(given) ? named(walk, given, place, isUsableName) : undefined),
  patterned: (walk, given, place) =>
    isObject(given) ? named(walk, given, place, isUsablePattern) : undefined,
};

function named(walk: Walk, given: JsonObject, place: Place, isUsable: (name: string) => boolean): JsonObject {
  const entries = Object.entries(given).flatMap(([name, schema]) => {
    const at = within(place, name);
    if (!isUsable(name)) {
      leftOut(walk, at, 'name_unusable', 'This name is not allowed.');
      return [];
    }
    spend(walk, name.length);
    return [[name, schemaAt(walk, schema, at)] as const];
  });
  return Object.fromEntries(entries);
}

function within(place: Place, segment: string | number): Place {
  return { ...place, pointer: place.pointer + pointerOf([segment]) };
}

function meaningless({ reading: { findings } }: Walk, keyword: string, { pointer }: Place): void {
  findings.add(
    `${keyword}_unusable`,
    `${pointer}/${keyword}`,
    `The keyword ${keyword} has an unusable value; it was left out.`,
  );
}

function leftOut(
  { reading: { findings } }: Walk,
  { pointer }: Place,
  code: string,
  sentence: string,
): Schema {
  findings.add(code, pointer, `${sentence} It was left out.`);
  return {};
}

function spend(walk: Walk, bytes: number): void {
  walk.bytesLeft -= bytes;
  if (walk.bytesLeft < 0) throw new TooLarge();
}

/** Returns a schema that also allows null; a wider type and enum suffice without subschemas in place. */
function orNull(schema: Record<string, unknown>): Schema {
  const { type, enum: values } = schema;
  const isPlain = !Object.keys(schema).some(
    (keyword) => keyword === '$ref' || keyword === 'const' || schemaKeywords.get(keyword)?.isInPlace === true,
  );
  if (!isPlain) return { anyOf: [schema, { type: 'null' }] };
  if (type !== undefined) schema['type'] = [...new Set([...[type].flat(), 'null'])];
  if (Array.isArray(values) && !values.includes(null)) schema['enum'] = [...(values as unknown[]), null];
  return schema;
}
