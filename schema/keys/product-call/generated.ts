import canonicalize from 'canonicalize';
import type { Context } from '../../kernel/context.ts';
import type { JsonObject } from '../../values/foreign-values.ts';
import { propertiesOf, resolved, typesOf, type Part } from './schema-types.ts';
import { isObject, own } from '../../values/foreign-values.ts';

/** Returns bytes that are the same for the same request of the same application. */
export function digestFor(ctx: Context, applicationId: string, request: unknown): Buffer {
  return ctx.keyedHash('sandbox ids', `${applicationId} ${canonicalize(request) ?? ''}`);
}

/** Returns ids of several forms, the one that the schema suggests first. */
export function idsFrom(digest: Buffer, part: Part | undefined): (string | number)[] {
  const types = part ? typesOf(part) : null;
  const number = digest.readUInt32BE() >>> 1;
  const hex = digest.toString('hex');
  const uuid = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  const texts = [hex.slice(0, 20), uuid.join('-'), hex.slice(0, 24), String(number)];
  if (!types?.has('string') && (types?.has('integer') || types?.has('number')))
    return [number, number % 1_000];
  return formatOf(part) === 'uuid' ? texts.toReversed().toSorted((a) => (a.includes('-') ? -1 : 1)) : texts;
}

/** Returns the time for each property of the object that is a date or a time. */
export function timesIn(part: Part, now: Date): JsonObject {
  const entries = [...propertiesOf(part)].flatMap(([name, property]) => {
    const format = formatOf(property);
    if (format === 'date-time') return [[name, now.toISOString()] as const];
    return format === 'date' ? [[name, now.toISOString().slice(0, 10)] as const] : [];
  });
  return Object.fromEntries(entries);
}

function formatOf(part: Part | undefined): unknown {
  const schema = part && resolved(part).schema;
  return isObject(schema) ? own(schema, 'format') : undefined;
}
