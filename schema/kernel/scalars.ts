import { GraphQLError, valueFromASTUntyped } from 'graphql';
import { builder } from './builder.ts';
import { moment } from '../values/formats.ts';
import { storable } from '../values/storable.ts';

builder.scalarType('DateTime', {
  description: 'A timestamp in UTC, RFC 3339 with milliseconds: 2026-11-20T09:00:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    const { success, data } = moment.safeParse(value);
    if (!success) throw new GraphQLError('A DateTime must be an RFC 3339 string from 1970 on.');
    return new Date(data);
  },
});

builder.scalarType('Date', {
  description: 'A calendar day: 2027-06-30.',
  serialize: (value) => value,
  parseValue: (value) => {
    if (typeof value !== 'string') throw new GraphQLError('A Date must be a string such as 2027-06-30.');
    return value;
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node, variables) => plainJson(valueFromASTUntyped(node, variables)),
});

/** The adapters check JSON as it arrives, but not what is written in a document. */
function plainJson(value: unknown, depth = 0): unknown {
  if (depth > 32) throw new GraphQLError('JSON must be at most 32 levels deep.');
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new GraphQLError('JSON has only numbers in the range of a double.');
  if (typeof value === 'string' && !storable(value))
    throw new GraphQLError('JSON must contain no character U+0000, and no half of a surrogate pair.');
  if (Array.isArray(value)) return value.map((item) => plainJson(item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  if (!entries.every(([name]) => storable(name))) return plainJson('\0');
  return Object.fromEntries(entries.map(([name, item]) => [name, plainJson(item, depth + 1)]));
}
