import { isObject } from '../../values/foreign-values.ts';
import { bytesOf } from '../gateway/size.ts';
import { pointerOf } from '../../values/pointer.ts';

type Schema = Readonly<Record<string, unknown>>;

export interface Outline {
  schema: unknown;
  /** Whether it is the provider’s complete schema. */
  isWhole: boolean;
}

interface Walk {
  /** The schema that `$ref` resolves in. */
  root: Schema;
  /** The maximum length of a description text, in characters. */
  words: number;
  /** The remaining bytes, by a low estimate. At zero or below, the walk stops. */
  room: number;
}

/** Pairs of depth and length of description texts, best first. The first pair that fits applies. */
// oxfmt-ignore
const tries = [
  [12, 2_000], [8, 300], [6, 160], [5, 160], [4, 160], [4, 80], [3, 160], [3, 80], [2, 160], [2, 80], [1, 160], [1, 0],
] as const;
const maxReferences = 20;
const maxEnumBytes = 600;
/** Short keywords that every outline includes. */
const brief = ['type', 'format', 'const', 'deprecated', 'contentMediaType'] as const;
const combined = ['anyOf', 'oneOf', 'allOf'] as const;

/**
 * Returns the outline of an answer’s JSON Schema within `bytes`: the whole schema if it fits, otherwise as
 * deep as possible with shorter texts. A `$comment` names the pointer of each omitted part. As in `fields`,
 * pointers lead into the answer, and a list takes no segment. Null if the pointer matches nothing.
 */
export function outlineOf(root: Schema, bytes: number, at: readonly string[] = []): Outline | null {
  if (at.length === 0 && bytesOf(root) <= bytes) return { schema: root, isWhole: true };
  const from = at.reduce<unknown>((schema, name) => memberOf(root, schema, name), root);
  if (from === undefined) return null;
  for (const [depth, words] of tries) {
    const walk = { root, words, room: bytes };
    const schema = outlined(from, at, depth, walk);
    if (walk.room > 0 && bytesOf(schema) <= bytes) return { schema, isWhole: false };
  }
  return { schema: membersAlone(root, from, bytes), isWhole: false };
}

function outlined(given: unknown, at: readonly string[], depth: number, walk: Walk): unknown {
  const schema = resolved(walk.root, given);
  if (schema === null || walk.room <= 0) return given === false ? false : {};
  const own = ownOf(schema, walk);
  walk.room -= bytesOf(own);
  const below = partsOf(schema, at);
  if (below.length === 0) return own;
  if (depth === 0)
    return { ...own, $comment: `Left out. Describe again with \`output\`: ${pointerOf(at) || 'full'}` };
  return {
    ...own,
    ...Object.fromEntries(below.map(([keyword, part]) => [keyword, mapped(part, depth - 1, walk)])),
  };
}

type Part = [schema: unknown, at: readonly string[]];

/** Returns the subschemas by keyword, each with its position in an answer. */
function partsOf(
  schema: Schema,
  at: readonly string[],
): [keyword: string, parts: Part | Part[] | Map<string, Part>][] {
  const { properties, items, additionalProperties: others, prefixItems } = schema;
  const found: [string, Part | Part[] | Map<string, Part>][] = [];
  if (isObject(properties) && Object.keys(properties).length > 0)
    found.push([
      'properties',
      new Map(Object.entries(properties).map(([name, part]) => [name, [part, [...at, name]]])),
    ]);
  if (isObject(items)) found.push(['items', [items, at]]);
  if (Array.isArray(prefixItems)) found.push(['prefixItems', prefixItems.map((part): Part => [part, at])]);
  if (isObject(others)) found.push(['additionalProperties', [others, [...at, '*']]]);
  for (const keyword of combined) {
    const all = schema[keyword];
    if (Array.isArray(all)) found.push([keyword, all.map((part): Part => [part, at])]);
  }
  return found;
}

function mapped(parts: Part | Part[] | Map<string, Part>, depth: number, walk: Walk): unknown {
  const one = ([part, at]: Part) => outlined(part, at, depth, walk);
  if (parts instanceof Map) return Object.fromEntries([...parts].map(([name, part]) => [name, one(part)]));
  return isPart(parts) ? one(parts) : parts.map(one);
}

function isPart(parts: Part | Part[]): parts is Part {
  return !Array.isArray(parts[0]);
}

function ownOf(schema: Schema, walk: Walk): Record<string, unknown> {
  const own = Object.fromEntries(
    brief.flatMap((keyword) => (keyword in schema ? [[keyword, schema[keyword]]] : [])),
  );
  const { description, enum: values } = schema;
  if (Array.isArray(values) && bytesOf(values) <= maxEnumBytes) own['enum'] = values;
  if (typeof description === 'string' && walk.words > 0) {
    const isShort = description.length <= walk.words;
    own['description'] = isShort ? description : `${description.slice(0, walk.words).toWellFormed()}…`;
  }
  return own;
}

// If not even the first level fits, as many member names as possible.
function membersAlone(root: Schema, from: unknown, bytes: number): object {
  const { properties } = resolved(root, from) ?? {};
  const names = isObject(properties) ? Object.keys(properties) : [];
  const told: Record<string, object> = {};
  let room = bytes - 200;
  for (const name of names) {
    room -= bytesOf(name) + 4;
    if (room < 0) break;
    told[name] = {};
  }
  const $comment = `${names.length} members. ${Object.keys(told).length} are named here, without their schemas.`;
  return { type: 'object', ...(names.length > 0 && { properties: told }), $comment };
}

/**
 * Returns a member’s schema; for a list, a member of its items. Visits each schema once, since cycles exist.
 */
function memberOf(root: Schema, given: unknown, name: string, seen = new Set<unknown>()): unknown {
  const schema = seen.has(given) ? null : resolved(root, given);
  if (schema === null) return undefined;
  seen.add(given);
  const { properties, items, additionalProperties: others } = schema;
  if (isObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  const parts = [items, ...combined.flatMap((keyword) => (schema[keyword] as unknown[] | undefined) ?? [])];
  const found = parts
    .filter(isObject)
    .map((part) => memberOf(root, part, name, seen))
    .find((part) => part !== undefined);
  return found ?? (isObject(others) ? others : undefined);
}

/** Resolves a reference and adds its sibling keywords. Null if the value is circular or no object. */
function resolved(root: Schema, given: unknown, references = 0): Schema | null {
  if (!isObject(given) || references > maxReferences) return null;
  const { $ref, ...beside } = given;
  if (typeof $ref !== 'string') return given;
  const name = /^#\/\$defs\/(.+)$/.exec($ref)?.[1]?.replaceAll('~1', '/').replaceAll('~0', '~');
  const target = $ref === '#' ? root : (root['$defs'] as Schema | undefined)?.[name ?? ''];
  const led = resolved(root, target, references + 1);
  return led && { ...led, ...beside };
}
