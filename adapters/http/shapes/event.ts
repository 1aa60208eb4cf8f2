import { z } from 'zod';
import { id, name, time } from './common.ts';

export const Event = z
  .object({
    id: id('evt'),
    type: z.string().meta({ examples: ['api_key.rotated'] }),
    position: z.int(),
    occurredAt: time,
    resource: z.object({ type: z.string(), id: z.string(), name, version: z.int() }),
    actor: z.object({
      kind: z.enum(['MEMBER', 'AUTOMATION', 'PERSON', 'ANONYMOUS', 'API_KEY', 'MCP_CREDENTIAL', 'SYSTEM']),
      id: z.string().nullable(),
      personId: z.string().nullable(),
      name,
    }),
    data: z.unknown(),
  })
  .meta({ id: 'Event' });

export const EventType = z
  .object({
    type: z.string().meta({ examples: ['api_key.rotated'] }),
    resource: z.string().meta({ examples: ['api_key'] }),
    description: z.string().meta({ examples: ['An API key has a new secret, and the old one stopped.'] }),
  })
  .meta({ id: 'EventType' });

export const EventTypeDetail = EventType.extend({
  schema: z.unknown().meta({
    description: 'The JSON Schema (2020-12) of the delivered message.',
    examples: [{ type: 'object', properties: { type: { const: 'api_key.rotated' } } }],
  }),
  sample: z.unknown().meta({
    description: 'A made-up message of this type.',
    examples: [{ id: 'evt_01kaf5m2jcexxt5s6f3yq4z8rd', type: 'api_key.rotated', isSample: true }],
  }),
}).meta({ id: 'EventTypeDetail' });
