import { z } from 'zod';
import { catalogue, type EventType } from './catalogue.ts';
import { envelope } from './message.ts';

/** The message about an event of the type. */
export function messageSchemaOf(type: EventType) {
  const { resource, data } = catalogue[type];
  return envelope.extend({
    type: z.literal(type),
    resource: envelope.shape.resource.extend({ type: z.literal(resource) }),
    data: data.nullable().meta({ description: envelope.shape.data.description }),
  });
}

const described = new Map<EventType, Record<string, unknown>>();

/** The same as JSON Schema, which is worked out once. */
export function jsonSchemaOfMessage(type: EventType): Record<string, unknown> {
  const schema = described.get(type) ?? jsonSchemaOf(messageSchemaOf(type));
  described.set(type, schema);
  return schema;
}

/** A schema of messages as JSON Schema 2020-12, which takes members that a later version adds. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  return { ...z.toJSONSchema(schema, { io: 'input', override: withoutBounds }) };
}

// zod writes out what `integer` says already.
function withoutBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
