import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
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
  selection: z.string().meta({ description: 'Opaque; for the same caller.', examples: ['sel_…'] }),
  mode: z.enum(['read', 'write']),
  maxRows: z.int(),
  maxBytes: z.int().meta({ description: 'Of the data as JSON.' }),
  timeoutSeconds: z.int(),
  expiresAt: time,
});

export const CapabilityDescription = z
  .object({
    capability: Capability.extend({
      inputSchema: jsonSchema('arguments'),
      outputSchema: jsonSchema('answer, or null'),
    }).meta({ id: 'CapabilityDetail' }),
    selection: CapabilitySelection.nullable().meta({ description: 'Null where no connection was named.' }),
  })
  .meta({ id: 'CapabilityDescription' });

/** Of what is wanted of an answer, and of which page. */
export const parts = {
  fields: formats.fields.optional().meta({
    description:
      'The parts of the answer that are wanted, as JSON pointers, picked before it is bounded. A list takes no segment: ' +
      '`/items/id` is the id of each item.',
    examples: [['/id', '/owner/name']],
  }),
  cursor: formats.pageCursor.optional().meta({
    description: '`nextCursor` of the answer before, with the same arguments and fields.',
    examples: ['pag_AbC123'],
  }),
};

export const ReadCapability = z
  .strictObject({
    selection: formats.selection.meta({ examples: ['sel_AbC123'] }),
    arguments: formats.capabilityArguments
      .optional()
      .meta({ description: 'By the capability’s `inputSchema`.', examples: [{ owner: 'octocat' }] }),
    limit: formats.rowLimit
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
      .meta({ description: 'What the provider answered, within the bounds.', examples: [[{ id: 1 }]] }),
    cut: z
      .object({
        reason: z.enum(['ROWS', 'BYTES']),
        shown: z.int(),
        of: z.int(),
        pointer: z.string().nullable(),
        bytes: z.int().nullable().meta({ description: 'Of all that the provider answered, as JSON.' }),
        leftOut: z
          .array(z.object({ pointer: z.string(), bytes: z.int() }))
          .meta({ description: 'What was left out for its size, the largest first.' }),
        advice: z.string().meta({ description: 'How to ask for less.' }),
      })
      .nullable()
      .meta({ description: 'Null where nothing was left out.' }),
    removedCount: z
      .int()
      .meta({ description: 'Texts of which something was removed that looks like a secret.' }),
    removedPointers: z.array(z.string()),
    mismatches: z
      .array(z.string())
      .meta({ description: 'Where the answer is not as its provider describes it.' }),
    missingFields: z.array(z.string()).meta({ description: 'Those of `fields` that lead to nothing.' }),
    nextCursor: z
      .string()
      .nullable()
      .meta({ description: 'The next page is read with it, and with the same arguments.' }),
  })
  .meta({ id: 'CapabilityAnswer' });
