import { z } from 'zod';
import { catalogue, type EventType } from './catalogue.ts';
import { envelope } from './message.ts';

/** Returns the schema of messages of an event type. */
export function messageSchemaOf(type: EventType) {
  const { resource, data } = catalogue[type];
  return envelope.extend({
    type: z.literal(type),
    resource: envelope.shape.resource.extend({ type: z.literal(resource) }),
    data: data.nullable().meta({ description: envelope.shape.data.description }),
  });
}

const described = new Map<EventType, Record<string, unknown>>();

/** Returns the same as JSON Schema 2020-12, computed once. */
export function jsonSchemaOfMessage(type: EventType): Record<string, unknown> {
  const schema = described.get(type) ?? { $schema: draft, ...jsonSchemaOf(messageSchemaOf(type)) };
  described.set(type, schema);
  return schema;
}

const draft = 'https://json-schema.org/draft/2020-12/schema';

let delivered: ReturnType<typeof describeDelivered> | null = null;

/**
 * Returns the description of deliveries, computed once: the envelope of all messages, and the meaning and data
 * of each type.
 */
export function deliveredTypes() {
  return (delivered ??= describeDelivered());
}

function describeDelivered() {
  const types = Object.keys(catalogue).toSorted() as EventType[];
  return {
    envelope: jsonSchemaOf(envelope),
    types: types.map((type) => ({
      type,
      resource: catalogue[type].resource,
      description: catalogue[type].meaning,
      data: jsonSchemaOf(catalogue[type].data),
    })),
  };
}

// The input schema allows unknown members, so that receivers accept members that a later version adds.
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...part } = z.toJSONSchema(schema, { io: 'input', override: withoutBounds });
  return part;
}

// zod adds these bounds, which `integer` implies.
function withoutBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
