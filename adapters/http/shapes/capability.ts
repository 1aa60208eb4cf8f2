import { z } from 'zod';
import * as agentFormats from '../../../schema/values/agent-formats.ts';
import { id, time } from './common.ts';

export const Capability = z
  .object({
    id: id('cap'),
    connectorId: id('con'),
    key: z.string().meta({ examples: ['repos/list-for-org'] }),
    title: z.string(),
    description: z.string(),
    mode: z.enum(['read', 'write']),
    digest: z.string(),
    driftedAt: time.nullable(),
    removedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Capability' });

export const jsonSchema = (of: string) =>
  z.unknown().meta({ description: `JSON Schema 2020-12 of its ${of}.`, examples: [{ type: 'object' }] });

export const CapabilitySelection = z.object({
  selection: z.string().meta({ description: 'An opaque string for the same caller.', examples: ['sel_…'] }),
  mode: z.enum(['read', 'write']),
  maxRows: z.int(),
  maxBytes: z.int().meta({ description: 'The size limit of the data as JSON.' }),
  timeoutSeconds: z.int(),
  expiresAt: time,
});

export const CapabilityDescription = z
  .object({
    capability: Capability.extend({
      inputSchema: jsonSchema('arguments'),
      outputSchema: jsonSchema('answer, or null'),
    }).meta({ id: 'CapabilityDetail' }),
    selection: CapabilitySelection.nullable().meta({ description: 'Null without a connection.' }),
  })
  .meta({ id: 'CapabilityDescription' });

/** The fields that select parts of an answer and its page. */
export const parts = {
  fields: agentFormats.fields.optional().meta({
    description:
      'The parts of the answer to return, as JSON pointers. The server picks them before it bounds the answer. A ' +
      'list takes no segment: `/items/id` is the id of each item.',
    examples: [['/id', '/owner/name']],
  }),
  cursor: agentFormats.pageCursor.optional().meta({
    description: 'The `nextCursor` of the previous answer, with the same arguments and fields.',
    examples: ['pag_AbC123'],
  }),
};

export const ReadCapability = z
  .strictObject({
    selection: agentFormats.selection.meta({ examples: ['sel_AbC123'] }),
    arguments: agentFormats.capabilityArguments.optional().meta({
      description: 'An object that matches the capability’s `inputSchema`.',
      examples: [{ owner: 'octocat' }],
    }),
    limit: agentFormats.rowLimit
      .optional()
      .meta({ description: 'Fewer rows than the selection allows.', examples: [20] }),
    ...parts,
  })
  .meta({ id: 'ReadCapability' });

export const CapabilityAnswer = z
  .object({
    kind: z.enum(['JSON', 'TEXT', 'NOTHING', 'BINARY', 'BLOCKS']),
    data: z
      .unknown()
      .meta({ description: 'The provider’s answer, within the bounds.', examples: [[{ id: 1 }]] }),
    cut: z
      .object({
        reason: z.enum(['ROWS', 'BYTES']),
        shown: z.int(),
        of: z.int(),
        pointer: z.string().nullable(),
        bytes: z.int().nullable().meta({ description: 'The size of the provider’s full answer as JSON.' }),
        leftOut: z
          .array(z.object({ pointer: z.string(), bytes: z.int() }))
          .meta({ description: 'The largest parts that were left out for their size.' }),
        advice: z.string().meta({ description: 'How to request less.' }),
      })
      .nullable()
      .meta({ description: 'Null if nothing was left out.' }),
    removedCount: z.int().meta({ description: 'How many strings had a likely secret removed.' }),
    removedPointers: z.array(z.string()),
    mismatches: z.array(z.string()).meta({ description: 'How the answer differs from its schema.' }),
    missingFields: z.array(z.string()).meta({ description: 'The `fields` that are not in the answer.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'Send it with the same arguments to read the next page.' }),
  })
  .meta({ id: 'CapabilityAnswer' });
