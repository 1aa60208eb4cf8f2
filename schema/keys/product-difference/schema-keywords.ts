/** Keywords with texts for people. */
export const wordKeywords: ReadonlySet<string> = new Set(['title', 'description', '$comment']);

/** Keywords that allow the same values, whatever they say. */
export const noteKeywords: ReadonlySet<string> = new Set([
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'x-mcp-header',
]);

/** Keywords that allow fewer values than their absence, each for itself. */
export const constraintKeywords: ReadonlySet<string> = new Set([
  'pattern',
  'format',
  'contentEncoding',
  'contentMediaType',
  'multipleOf',
  'uniqueItems',
]);

/** Keywords whose `false` means the same as their absence. */
export const flags: ReadonlySet<string> = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly']);

export interface Bound {
  side: 'LOWER' | 'UPPER';
  /** The second keyword excludes the bound itself. */
  keywords: readonly string[];
  /** The bound that changes nothing. */
  none: number;
}

// oxfmt-ignore
export const bounds: readonly Bound[] = [
  { side: 'LOWER', keywords: ['minimum', 'exclusiveMinimum'], none: -Infinity },
  { side: 'UPPER', keywords: ['maximum', 'exclusiveMaximum'], none: Infinity },
  { side: 'LOWER', keywords: ['minLength'],                   none: 0 },
  { side: 'UPPER', keywords: ['maxLength'],                   none: Infinity },
  { side: 'LOWER', keywords: ['minItems'],                    none: 0 },
  { side: 'UPPER', keywords: ['maxItems'],                    none: Infinity },
  { side: 'LOWER', keywords: ['minProperties'],               none: 0 },
  { side: 'UPPER', keywords: ['maxProperties'],               none: Infinity },
];

export const boundOf: ReadonlyMap<string, Bound> = new Map(
  bounds.flatMap((bound) => bound.keywords.map((keyword) => [keyword, bound] as const)),
);

/** Keywords that contain schemas, and how. */
export const holdings: ReadonlyMap<string, 'ONE' | 'LIST' | 'NAMED'> = new Map([
  ['allOf', 'LIST'],
  ['anyOf', 'LIST'],
  ['oneOf', 'LIST'],
  ['prefixItems', 'LIST'],
  ['not', 'ONE'],
  ['if', 'ONE'],
  ['then', 'ONE'],
  ['else', 'ONE'],
  ['items', 'ONE'],
  ['contains', 'ONE'],
  ['additionalProperties', 'ONE'],
  ['propertyNames', 'ONE'],
  ['unevaluatedItems', 'ONE'],
  ['unevaluatedProperties', 'ONE'],
  ['properties', 'NAMED'],
  ['patternProperties', 'NAMED'],
  ['dependentSchemas', 'NAMED'],
]);

/** Keywords that count the results of others in the same schema, so they cannot move to another one. */
export const rootedKeywords: ReadonlySet<string> = new Set([
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedItems',
  'unevaluatedProperties',
]);

/** Whether a keyword only informs, or only holds definitions. */
export function isIdle(keyword: string): boolean {
  return wordKeywords.has(keyword) || keyword === 'examples' || keyword === '$defs';
}
