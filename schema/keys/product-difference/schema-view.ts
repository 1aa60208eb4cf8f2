import { isObject, own, type JsonObject } from '../../values/foreign-values.ts';
import { boundOf, flags, isIdle, noteKeywords, rootedKeywords } from './schema-keywords.ts';
import { isAny, isSameText, targetOf, textOf } from './schema-text.ts';

/** A type of a value. Numbers are integers or fractions, since `number` allows both. */
export type Atom = 'null' | 'boolean' | 'object' | 'array' | 'string' | 'integer' | 'fraction';

/** What a schema says, with its references and `allOf` merged. */
export interface View {
  types: ReadonlySet<Atom>;
  /** The values of `enum` and `const` by their canonical text; null if any value is allowed. */
  values: ReadonlyMap<string, unknown> | null;
  valuesFrom: 'enum' | 'const';
  /** Null if the schema lists no fields. */
  properties: Map<string, unknown> | null;
  required: Set<string>;
  /** The schema of fields that are not listed, or true if any are allowed, or false if none. */
  additional: unknown;
  bounds: Map<string, number>;
  /** All other keywords. */
  rest: Map<string, unknown>;
}

const atoms: ReadonlyMap<unknown, readonly Atom[]> = new Map<unknown, readonly Atom[]>([
  ['null', ['null']],
  ['boolean', ['boolean']],
  ['object', ['object']],
  ['array', ['array']],
  ['string', ['string']],
  ['integer', ['integer']],
  ['number', ['integer', 'fraction']],
]);
const allAtoms: readonly Atom[] = [...new Set([...atoms.values()].flat())];
const maxParts = 200;
const maxNesting = 64;

/** Returns the view of a schema; null if its parts cannot be merged exactly. */
export function viewOf(root: unknown, schema: unknown): View | null {
  const parts = partsOf(root, schema, [], { parts: maxParts });
  if (!parts) return null;
  const saying = parts.filter((part) => part === false || Object.keys(part).some(saysMore));
  if (saying.length > 1 && !areMergeable(saying, schema)) return null;
  const view: View = {
    types: new Set(allAtoms),
    values: null,
    valuesFrom: 'enum',
    properties: null,
    required: new Set(),
    additional: true,
    bounds: new Map(),
    rest: new Map(),
  };
  for (const part of parts) {
    if (part === false) view.types = new Set();
    else if (!Object.keys(part).every((keyword) => add(view, keyword, part[keyword]))) return null;
  }
  if (view.values) keepTypes(view, [...view.values.values()].map(atomOf));
  return view;
}

/** Whether the schema allows any value. */
export function allowsAll({ types, values, properties, required, additional, bounds, rest }: View): boolean {
  return (
    types.size === allAtoms.length &&
    !values &&
    !properties &&
    required.size === 0 &&
    isAny(additional) &&
    bounds.size === 0 &&
    [...rest].every(([keyword, value]) => !saysMore(keyword) || (keyword === 'items' && isAny(value)))
  );
}

/** Returns the schema itself, then the schemas of its reference and its `allOf`; null if they never end. */
function partsOf(
  root: unknown,
  schema: unknown,
  path: readonly unknown[],
  left: { parts: number },
): (JsonObject | false)[] | null {
  if (schema === true) return [];
  if (schema === false) return [false];
  left.parts -= 1;
  if (!isObject(schema) || path.includes(schema) || path.length > maxNesting || left.parts < 0) return null;
  const all = own(schema, 'allOf') ?? [];
  if (!Array.isArray(all)) return null;
  const inner: unknown[] = [...all];
  if (Object.hasOwn(schema, '$ref')) inner.unshift(targetOf(root, schema['$ref']));
  const parts: (JsonObject | false)[] = [schema];
  for (const each of inner) {
    const more = partsOf(root, each, [...path, schema], left);
    if (!more) return null;
    parts.push(...more);
  }
  return parts;
}

function saysMore(keyword: string): boolean {
  return !isIdle(keyword) && !noteKeywords.has(keyword) && keyword !== '$ref' && keyword !== 'allOf';
}

// `additionalProperties` and `items` depend on keywords beside them, so one part must have all of these.
function areMergeable(parts: readonly (JsonObject | false)[], outermost: unknown): boolean {
  const having = (...keywords: string[]) =>
    parts.filter((part) => keywords.some((keyword) => part !== false && Object.hasOwn(part, keyword)));
  const isClosed = having('additionalProperties').some((part) => !isAny(own(part, 'additionalProperties')));
  return (
    (!isClosed || having('properties', 'patternProperties', 'additionalProperties').length === 1) &&
    having('items', 'prefixItems').length <= 1 &&
    having(...rootedKeywords).every((part) => part === outermost)
  );
}

function add(view: View, keyword: string, value: unknown): boolean {
  const bound = boundOf.get(keyword);
  if (keyword === '$ref' || keyword === 'allOf' || keyword === '$defs') return true;
  if (bound && typeof value === 'number') {
    const known = view.bounds.get(keyword) ?? value;
    view.bounds.set(keyword, bound.side === 'LOWER' ? Math.max(known, value) : Math.min(known, value));
    return true;
  }
  if (keyword === 'properties' && isObject(value)) return addProperties(view, value);
  if (keyword === 'additionalProperties') return setAdditional(view, value);
  if (keyword === 'required' && Array.isArray(value)) return addRequired(view, value);
  if (keyword === 'type') return addTypes(view, [value].flat());
  if (keyword === 'const' || (keyword === 'enum' && Array.isArray(value))) {
    view.valuesFrom = keyword;
    return addValues(view, keyword === 'const' ? [value] : [value].flat());
  }
  if (flags.has(keyword) && value === false) return true;
  if (!view.rest.has(keyword)) view.rest.set(keyword, value);
  else if (saysMore(keyword)) return isSameText(view.rest.get(keyword), value);
  return true;
}

function setAdditional(view: View, value: unknown): boolean {
  if (!isAny(value) || view.additional === true) view.additional = value;
  return typeof value === 'boolean' || isObject(value);
}

function addRequired(view: View, names: readonly unknown[]): boolean {
  for (const name of names) if (typeof name === 'string') view.required.add(name);
  return names.every((name) => typeof name === 'string');
}

function addProperties(view: View, value: JsonObject): boolean {
  const properties = view.properties ?? new Map<string, unknown>();
  view.properties = properties;
  return Object.keys(value).every((name) => {
    if (properties.has(name)) return isSameText(properties.get(name), value[name]);
    properties.set(name, value[name]);
    return true;
  });
}

function addTypes(view: View, names: readonly unknown[]): boolean {
  keepTypes(
    view,
    names.flatMap((name) => atoms.get(name) ?? []),
  );
  return names.every((name) => atoms.has(name));
}

function keepTypes(view: View, kept: readonly Atom[]): void {
  const allowed = new Set(kept);
  view.types = new Set([...view.types].filter((type) => allowed.has(type)));
}

function addValues(view: View, values: readonly unknown[]): boolean {
  const named = values.map((value) => [textOf(value), value] as const);
  const known = view.values;
  const common = named.filter(([text]) => text !== null && (!known || known.has(text)));
  view.values = new Map(common.map(([text, value]) => [text ?? '', value]));
  return named.every(([text]) => text !== null);
}

function atomOf(value: unknown): Atom {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'fraction';
  return typeof value === 'string' || typeof value === 'boolean' ? (typeof value as Atom) : 'object';
}
