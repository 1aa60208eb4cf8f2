import { z } from 'zod';
import { catalogue, type EventType } from './catalogue.ts';
import { meanings } from './meanings.ts';
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

/** The same as JSON Schema 2020-12, which is worked out once. */
export function jsonSchemaOfMessage(type: EventType): Record<string, unknown> {
  const schema = described.get(type) ?? { $schema: draft, ...jsonSchemaOf(messageSchemaOf(type)) };
  described.set(type, schema);
  return schema;
}

const draft = 'https://json-schema.org/draft/2020-12/schema';

/** What is delivered, in parts: what all messages have, and of each type what it means and what its data are. */
export function deliveredTypes() {
  const types = Object.keys(catalogue).toSorted() as EventType[];
  return {
    envelope: jsonSchemaOf(envelope),
    types: types.map((type) => ({
      type,
      resource: catalogue[type].resource,
      description: meanings[type],
      data: jsonSchemaOf(catalogue[type].data),
    })),
  };
}

// As it is taken and not as it is made, so that members which a later version adds are no fault.
function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...part } = z.toJSONSchema(schema, { io: 'input', override: withoutBounds });
  return part;
}

// zod writes out what `integer` says already.
function withoutBounds({ jsonSchema }: { jsonSchema: { minimum?: number; maximum?: number } }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
}
