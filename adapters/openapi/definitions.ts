import { nameOf } from './names.ts';
import type { Definition, Direction, Reading, Refs } from './reading.ts';
import type { Found } from './references.ts';
import { bytesOf, convert, maxSchemaBytes } from './schemas.ts';

const maxDefinitions = 500;
// Validators recurse from one definition to the next, on their stack.
const maxDistance = 32;
const maxHeight = 64;

/**
 * Returns a schema with its direct and indirect definitions in `$defs`: the nearest first, up to the limits.
 * A definition beyond the limits allows anything.
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

/** Returns the size of definitions that allow anything. */
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
 * Returns the definition for a pointer. It may refer to itself for a part of the value, which ends. In place,
 * for the same value, that would never end, so the reference that closes such a cycle is removed.
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
