import { z } from 'zod';
import { id, time } from './common.ts';

export const Event = z
  .object({
    id: id('evt'),
    type: z.string().meta({ examples: ['api_key.rotated'] }),
    position: z.int(),
    occurredAt: time,
    resource: z.object({ type: z.string(), id: z.string(), version: z.int() }),
    actor: z.object({
      kind: z.enum(['MEMBER', 'AUTOMATION', 'PERSON', 'ANONYMOUS', 'API_KEY', 'MCP_CREDENTIAL', 'SYSTEM']),
      id: z.string().nullable(),
      personId: z.string().nullable(),
    }),
    data: z.unknown(),
  })
  .meta({ id: 'Event' });
