import { nameOf } from './names.ts';
import type { Definition, Direction, Reading, Refs } from './reading.ts';
import type { Found } from './references.ts';
import { bytesOf, convert, maxSchemaBytes } from './schemas.ts';

const maxDefinitions = 500;
// Validators go down from one definition to the next by their stack.
const maxDistance = 32;
const maxHeight = 64;

/**
 * A schema with the definitions that it refers to, and they to each other, in `$defs`: the nearest first, as many as there
 * is room for. What is further away allows anything.
 */
export function selfContained(
  reading: Reading,
  direction: Direction,
  { schema, refs }: { schema: Record<string, unknown>; refs: Refs },
  at: string,
): Record<string, unknown> {
  const definitions: [name: string, schema: unknown][] = [];
  const waiting = new Map([...refs].map(([pointer, value]) => [pointer, { value, distance: 1 }]));
  let bytes = bytesOf(schema) + emptyBytes(reading, refs.keys());
  for (const [pointer, { value, distance }] of waiting) {
    const definition = define(reading, direction, { pointer, value });
    const further = [...definition.refs].filter(([ref]) => !waiting.has(ref));
    const more =
      definition.bytes +
      emptyBytes(
        reading,
        further.map(([ref]) => ref),
      );
    const fits =
      bytes + more <= maxSchemaBytes && definitions.length < maxDefinitions && distance <= maxDistance;
    definitions.push([nameOf(reading, pointer), fits ? definition.schema : {}]);
    if (!fits) {
      cut(reading, at);
      continue;
    }
    bytes += more;
    for (const [ref, found] of further) waiting.set(ref, { value: found, distance: distance + 1 });
  }
  return definitions.length === 0 ? schema : { ...schema, $defs: Object.fromEntries(definitions) };
}

/** What definitions need where they allow anything. */
function emptyBytes(reading: Reading, pointers: Iterable<string>): number {
  return [...pointers].reduce((sum, pointer) => sum + nameOf(reading, pointer).length + '"":{},'.length, 0);
}

function cut({ findings }: Reading, at: string): void {
  findings.add(
    'schema_cut',
    at,
    'The schema and its references exceed 256 KiB or 500 definitions, or never end; the most distant parts were left out.',
  );
}

/**
 * The definition of what is at a pointer. A reference to itself is kept where it judges a part of a value, which ends; in
 * place, of the same value, it would judge for ever, so the reference that closes such a circle is taken out.
 */
function define(reading: Reading, direction: Direction, { pointer, value }: Found, depth = 0): Definition {
  const all = reading.definitions[direction];
  const known = all.get(pointer);
  if (known) return known;
  const definition = { ...convert(reading, direction, { pointer, value }), height: 0, isOpen: true };
  all.set(pointer, definition);
  for (const { holder, to } of definition.inPlace) {
    const next = depth < maxHeight ? define(reading, direction, to, depth + 1) : null;
    if (next && !next.isOpen && next.height < maxHeight) {
      definition.height = Math.max(definition.height, next.height + 1);
      continue;
    }
    delete holder['$ref'];
    reading.findings.add(
      'ref_endless',
      pointer,
      'The schema refers to itself without an end; that reference was left out.',
    );
  }
  definition.isOpen = false;
  return definition;
}
