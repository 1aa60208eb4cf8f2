import { line, prose } from './text.ts';
import { isHeaderName, isUsableName, literalOf } from '../../schema/values/foreign-values.ts';

/** Returns the usable form of a keyword's value, or `undefined` if it has none. */
type Reader = (value: unknown) => unknown;

const maxPatternLength = 500;
const maxLiteralCharacters = 4_096;
const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/** Keywords without subschemas, in the order of the output. JSON Schema 2020-12, validation §6 to §9. */
// oxfmt-ignore
export const plainKeywords: Readonly<Record<string, Reader>> = {
  title:             (value) => line(value) || undefined,
  description:       (value) => prose(value, 1_000) || undefined,
  type:              typeOf,
  format:            (value) => line(value, 60) || undefined,
  enum:              enumOf,
  const:             literal,
  default:           literal,
  examples:          examplesOf,
  multipleOf:        (value) => (isFinite(value) && value > 0 ? value : undefined),
  maximum:           (value) => (isFinite(value) ? value : undefined),
  exclusiveMaximum:  (value) => (isFinite(value) ? value : undefined),
  minimum:           (value) => (isFinite(value) ? value : undefined),
  exclusiveMinimum:  (value) => (isFinite(value) ? value : undefined),
  maxLength:         count,
  minLength:         count,
  pattern:           (value) => (isUsablePattern(value) ? value : undefined),
  maxItems:          count,
  minItems:          count,
  uniqueItems:       flag,
  maxContains:       count,
  minContains:       count,
  maxProperties:     count,
  minProperties:     count,
  required:          namesOf,
  dependentRequired: namesByName,
  contentEncoding:   (value) => line(value, 60) || undefined,
  contentMediaType:  (value) => line(value, 120) || undefined,
  deprecated:        flag,
  readOnly:          flag,
  writeOnly:         flag,
  // MCP 2026-07-28, streamable HTTP: the argument is also sent as this header.
  'x-mcp-header':    (value) => (typeof value === 'string' && isHeaderName(value) ? line(value, 100) : undefined),
};

/** How a keyword contains schemas; `named` is by names, `patterned` by patterns of names. */
export type Holding = 'one' | 'list' | 'named' | 'patterned';

/** Keywords with subschemas. `isInPlace`: for the same value, so a reference to itself never ends. */
// oxfmt-ignore
export const schemaKeywords = new Map<string, { holds: Holding; isInPlace: boolean }>([
  ['allOf',                 { holds: 'list',      isInPlace: true }],
  ['anyOf',                 { holds: 'list',      isInPlace: true }],
  ['oneOf',                 { holds: 'list',      isInPlace: true }],
  ['not',                   { holds: 'one',       isInPlace: true }],
  ['if',                    { holds: 'one',       isInPlace: true }],
  ['then',                  { holds: 'one',       isInPlace: true }],
  ['else',                  { holds: 'one',       isInPlace: true }],
  ['dependentSchemas',      { holds: 'named',     isInPlace: true }],
  ['prefixItems',           { holds: 'list',      isInPlace: false }],
  ['items',                 { holds: 'one',       isInPlace: false }],
  ['contains',              { holds: 'one',       isInPlace: false }],
  ['properties',            { holds: 'named',     isInPlace: false }],
  ['patternProperties',     { holds: 'patterned', isInPlace: false }],
  ['additionalProperties',  { holds: 'one',       isInPlace: false }],
  ['propertyNames',         { holds: 'one',       isInPlace: false }],
  ['unevaluatedItems',      { holds: 'one',       isInPlace: false }],
  ['unevaluatedProperties', { holds: 'one',       isInPlace: false }],
]);

/** Keywords that only inform; an unusable value is left out without a finding. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'format',
  'default',
  'examples',
  'contentEncoding',
  'contentMediaType',
  'deprecated',
]);

/** Whether it is a short ECMAScript regular expression, as in JSON Schema; the server never runs it. */
export function isUsablePattern(value: unknown): value is string {
  if (!isUsableText(value) || value.length > maxPatternLength) return false;
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function isUsableText(value: unknown): value is string {
  return typeof value === 'string' && literal(value) !== undefined;
}

function isFinite(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function count(value: unknown): number | undefined {
  return isFinite(value) && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function literal(value: unknown): unknown {
  return literalOf(value, maxLiteralCharacters);
}

function typeOf(value: unknown): unknown {
  const given = [...new Set([value].flat())];
  if (given.length === 0 || !given.every((type) => typeof type === 'string' && types.has(type)))
    return undefined;
  return Array.isArray(value) ? given : value;
}

// Without one of its values an enum would reject allowed input, so one unusable value removes them all.
function enumOf(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const told = value.map(literal);
  return told.includes(undefined) ? undefined : told;
}

function examplesOf(value: unknown): unknown {
  if (!Array.isArray(value)) return undefined;
  const told = value
    .slice(0, 5)
    .map(literal)
    .filter((it) => it !== undefined);
  return told.length === 0 ? undefined : told;
}

function namesOf(value: unknown): unknown {
  return Array.isArray(value) && value.every(isUsableName) ? [...new Set(value)] : undefined;
}

function namesByName(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value).map(([name, names]) => [name, namesOf(names)] as const);
  const isUsable = entries.every(([name, names]) => isUsableName(name) && names !== undefined);
  return isUsable ? Object.fromEntries(entries) : undefined;
}
