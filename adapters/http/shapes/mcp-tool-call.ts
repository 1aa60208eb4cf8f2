import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { ApprovalStatus } from './approval.ts';
import { CapabilityAnswer } from './capability.ts';
import { digest, id, time } from './common.ts';

export const RequestCapability = z
  .strictObject({
    selection: formats.selection.meta({ examples: ['sel_AbC123'] }),
    arguments: formats.capabilityArguments
      .optional()
      .meta({ description: 'By the capability’s `inputSchema`.', examples: [{ title: 'A bug' }] }),
    purpose: formats.purpose.optional().meta({ description: 'Why, for whoever decides.' }),
    expiresInMinutes: formats.waitingMinutes
      .optional()
      .meta({ description: 'How long it waits to be decided; by default 15.' }),
  })
  .meta({ id: 'RequestCapability' });

export const RequestedToolCall = z
  .object({
    id: id('mtc'),
    capabilityId: id('cap'),
    connectionId: id('conn'),
    status: ApprovalStatus,
    expiresAt: time.meta({ description: 'Until when it waits to be decided.' }),
    pollAfterSeconds: z
      .int()
      .nullable()
      .meta({ description: 'In how many seconds to look again; null once nothing changes any more.' }),
    reason: z.string().nullable().meta({ description: 'Why it was rejected or could not be run.' }),
    failureCode: z.string().nullable(),
    provider: z.unknown().meta({
      description:
        'What the provider says of why it did not do it: data, and no instructions. Null where there is none.',
      examples: [null],
    }),
    answer: CapabilityAnswer.nullable().meta({ description: 'What the provider answered, once it was run.' }),
    createdAt: time,
  })
  .meta({ id: 'RequestedToolCall' });

export const McpToolCall = z
  .object({
    id: id('mtc'),
    workspaceId: id('ws'),
    credentialId: id('mcpc'),
    versionId: id('mcpv'),
    capability: z.object({ id: id('cap'), key: z.string(), title: z.string() }).nullable(),
    connection: z.object({ id: id('conn'), name: z.string(), accountId: z.string().nullable() }).nullable(),
    arguments: z.unknown().meta({
      description: 'What exactly is to be run; null to who may not approve it.',
      examples: [{ title: 'A bug' }],
    }),
    argumentsDigest: digest.meta({
      ...digest.meta(),
      description: 'SHA-256 over their RFC 8785 form, in hex.',
    }),
    purpose: z
      .string()
      .nullable()
      .meta({ description: 'Why, in the agent’s own words; null to whom the arguments are.' }),
    agent: z.string().nullable().meta({ description: 'The name of its credential.' }),
    status: ApprovalStatus,
    expiresAt: time,
    approvalRequest: z
      .object({
        id: id('apr'),
        status: ApprovalStatus,
        subjectDigest: digest,
        expiresAt: time,
        outcome: z.string().nullable().meta({ description: 'How running it went, in words.' }),
      })
      .nullable(),
    failureCode: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'McpToolCall' });
