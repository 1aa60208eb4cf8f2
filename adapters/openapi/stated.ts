import { selfContained } from './definitions.ts';
import type { Direction, Reading } from './reading.ts';
import type { Found } from './references.ts';
import { convert } from './schemas.ts';

/** Returns the schema at a place as an object with its definitions. */
export function statedIn(reading: Reading, direction: Direction, found: Found): Record<string, unknown> {
  const { schema, refs } = convert(reading, direction, found);
  const stated = schema === true ? {} : schema === false ? { not: {} } : schema;
  return selfContained(reading, direction, { schema: stated, refs }, found.pointer);
}
