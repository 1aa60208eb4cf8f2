import type { Inline, Line } from './blocks.ts';
import { joined } from './blocks.ts';
import { resolved, type Description, type Schema } from './description.ts';
import { masked } from './masked.ts';

/** Returns the alternatives of a schema, without null. */
export function alternativesOf(schema: Schema): Schema[] {
  return (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
}

/** Returns the type as a reader names it, such as `array of string or null`. */
export function typeOf(description: Description, schema: Schema, depth = 0): string {
  const it = resolved(description, schema);
  const options = it.anyOf ?? it.oneOf;
  if (options && depth < mostNested)
    return [
      ...new Set(options.slice(0, mostOptions).map((option) => typeOf(description, option, depth + 1))),
    ].join(' or ');
  if (it.type === undefined && it.const !== undefined) return nameOf(it.const);
  if (it.type === undefined && (it.properties || it.allOf)) return 'object';
  const types = [it.type ?? 'any'].flat();
  return types.map((type) => detailed(description, type, { it, depth })).join(' or ');
}

/** A type is written out to this depth, and with so many alternatives. */
const mostNested = 3;
const mostOptions = 8;

function detailed(
  description: Description,
  type: string,
  { it, depth }: { it: Schema; depth: number },
): string {
  if (type === 'array' && it.items && depth < mostNested)
    return `array of ${typeOf(description, it.items, depth + 1)}`;
  return it.format !== undefined && type !== 'null' ? `${type} (${it.format})` : type;
}

function nameOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}

/** Returns the limits of a value: its possible values, bounds, pattern and default. */
export function limitsOf(description: Description, schema: Schema): Line {
  const it = resolved(description, schema);
  const ofOptions = alternativesOf(it).flatMap((option) =>
    linesOf(description, resolved(description, option)),
  );
  const preset: Line[] = it.default === undefined ? [] : [['default ', { code: textOf(it.default) }]];
  return joined([...linesOf(description, it), ...ofOptions, ...preset], '; ');
}

function linesOf(description: Description, it: Schema): Line[] {
  return [...valuesOf(it), ...boundsOf(it), ...ofItems(description, it)];
}

function ofItems(description: Description, { items }: Schema): Line[] {
  if (!items) return [];
  const part = resolved(description, items);
  return [...valuesOf(part), ...boundsOf(part)].map(each);
}

function each(line: Line): Line {
  return ['each ', ...line];
}

function valuesOf(it: Schema): Line[] {
  if (it.const !== undefined) return [['always ', { code: textOf(it.const) }]];
  if (!it.enum) return [];
  const shown = it.enum.slice(0, mostValues).map((value): Inline => ({ code: textOf(value) }));
  const more = it.enum.length - shown.length;
  const listed = shown.flatMap((value, at): Line => (at === 0 ? [value] : [', ', value]));
  return [more > 0 ? [...listed, ` and ${more} more`] : listed];
}

/** Longer lists are cut; the only one of ours has all error codes, which are a page by themselves. */
const mostValues = 60;

function boundsOf(it: Schema): Line[] {
  const lines: Line[] = [
    range(it.minimum, it.maximum, ''),
    range(it.minLength, it.maxLength, 'character'),
    range(it.minItems, it.maxItems, 'item'),
    it.pattern === undefined ? [] : ['matches ', { code: it.pattern }],
  ];
  return lines.filter((line) => line.length > 0);
}

function range(from: number | undefined, to: number | undefined, unit: string): Line {
  const measured = (count: number) =>
    unit === '' ? `${count}` : `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (from !== undefined && to !== undefined)
    return [from === to ? measured(to) : `${from} to ${measured(to)}`];
  if (from !== undefined) return [`at least ${measured(from)}`];
  return to === undefined ? [] : [`at most ${measured(to)}`];
}

/** Returns the first example as JSON, without quotes around a text. */
export function exampleOf(description: Description, schema: Schema): Line {
  const it = resolved(description, schema);
  const [example] = it.examples ?? [];
  return example === undefined ? [] : [{ code: textOf(masked(example)) }];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
