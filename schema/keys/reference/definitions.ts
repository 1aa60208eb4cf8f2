import type { DescribedOperation, DescribedSchema } from '../../kernel/ports/product-descriptions.ts';
import { isObject, itemsOf, own, wordOf } from '../../values/foreign-values.ts';
import { holdings } from '../product-difference/schema-keywords.ts';

/** A value that a caller sends, or one that the API answers. `required` differs between the two. */
export type Direction = 'REQUEST' | 'ANSWER';

/** The definitions of a version’s schemas as components of a document. */
export interface Definitions {
  components: Record<string, unknown>;
  /** Returns the schema without `$defs`, with references to the components. */
  stated: (direction: Direction, schema: DescribedSchema) => unknown;
}

type ByName = ReadonlyMap<string, unknown>;

const toDefinition = '#/$defs/';

/** Gathers the definitions of all operations. A name has one definition in each direction. */
export function definitionsOf(operations: readonly DescribedOperation[], prefix = ''): Definitions {
  const all = {
    REQUEST: gathered(operations.flatMap(requestSchemas)),
    ANSWER: gathered(operations.flatMap(answerSchemas)),
  };
  const apart = differing(all);
  const taken = new Set([...all.REQUEST.keys(), ...all.ANSWER.keys()]);
  const nameOf = (direction: Direction, name: string) =>
    prefix + (direction === 'REQUEST' && apart.has(name) ? freeName(name, taken) : name);
  const stated = (direction: Direction, schema: unknown) =>
    rewritten(schema, (name) => `#/components/schemas/${nameOf(direction, name)}`);
  const components = (['ANSWER', 'REQUEST'] as const).flatMap((direction) =>
    [...all[direction]].map(
      ([name, schema]) => [nameOf(direction, name), stated(direction, schema)] as const,
    ),
  );
  return { components: Object.fromEntries(components), stated };
}

function requestSchemas({ parameters, body }: DescribedOperation): DescribedSchema[] {
  return [...parameters, ...(body?.contents ?? [])].map(({ schema }) => schema);
}

function answerSchemas({ answers }: DescribedOperation): DescribedSchema[] {
  return answers.flatMap(({ contents }) => contents.flatMap(({ schema }) => (schema ? [schema] : [])));
}

function gathered(schemas: readonly DescribedSchema[]): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { $defs } of schemas)
    for (const [name, definition] of Object.entries(isObject($defs) ? $defs : {}))
      // A schema that exceeds the limits has an empty definition where another has the whole one.
      if (!found.has(name) || !isEmpty(definition)) found.set(name, definition);
  return found;
}

function isEmpty(definition: unknown): boolean {
  return isObject(definition) && Object.keys(definition).length === 0;
}

/** Returns the names whose definition, or one that it refers to, differs between the directions. */
function differing({ REQUEST, ANSWER }: Record<Direction, ByName>): ReadonlySet<string> {
  const shared = [...REQUEST.keys()].filter((name) => ANSWER.has(name));
  const users = new Map<string, string[]>();
  for (const name of shared)
    for (const to of [REQUEST.get(name), ANSWER.get(name)].flatMap(referencesIn))
      users.set(to, [...(users.get(to) ?? []), name]);
  const apart = new Set(
    shared.filter((name) => JSON.stringify(REQUEST.get(name)) !== JSON.stringify(ANSWER.get(name))),
  );
  // A set yields what is added while it is read.
  for (const name of apart) for (const user of users.get(name) ?? []) apart.add(user);
  return apart;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = `${name}Input`;
  while (taken.has(free)) free += '_';
  return free;
}

function referencesIn(schema: unknown): string[] {
  const found = new Set<string>();
  rewritten(schema, (name) => {
    found.add(name);
    return name;
  });
  return [...found];
}

/** Copies a schema, with another target for each reference. */
function rewritten(schema: unknown, targetOf: (name: string) => string): unknown {
  if (!isObject(schema)) return schema;
  const within = (inner: unknown) => rewritten(inner, targetOf);
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === '$defs') return [];
    if (keyword === '$ref') return [[keyword, targetOf(wordOf(value).slice(toDefinition.length))]];
    return [[keyword, held(keyword, value, within)]];
  });
  return Object.fromEntries(entries);
}

function held(keyword: string, value: unknown, within: (inner: unknown) => unknown): unknown {
  const holding = holdings.get(keyword);
  if (holding === 'ONE') return within(value);
  if (holding === 'LIST') return itemsOf(value).map(within);
  if (holding !== 'NAMED' || !isObject(value)) return value;
  return Object.fromEntries(Object.keys(value).map((name) => [name, within(own(value, name))]));
}
