import { GraphQLError } from 'graphql';
import { builder } from './builder.ts';
import { moment } from '../values/formats.ts';

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
});
