import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';

const Scopes = formats.keyScopes.meta({ examples: [['read', 'write']] });

const ExpiresOn = formats.date.meta({
  description: 'The key works through this day in UTC.',
  examples: ['2027-06-30'],
});

export const EffectiveStatus = z.enum(['ACTIVE', 'EXPIRED', 'REVOKED', 'BLOCKED']);

export const ApiKey = z
  .object({
    id: id('key'),
    applicationId: id('app'),
    environment: z.enum(['SANDBOX', 'LIVE']),
    name: z.string().meta({ examples: ['ci'] }),
    scopes: z.array(z.enum(['read', 'write'])),
    prefix: z.string().meta({ examples: ['8oEjEPnpvE'] }),
    lastFour: z.string().meta({ examples: ['AFwi'] }),
    expiresOn: ExpiresOn.nullable(),
    status: z.enum(['ACTIVE', 'REVOKED']),
    effectiveStatus: EffectiveStatus,
    version: z.int(),
    lastUsedAt: time.nullable(),
    lastUsedFrom: z
      .string()
      .nullable()
      .meta({ description: 'The network of that call, if known.', examples: ['203.0.113.0/24'] }),
    callsLast24Hours: z.int(),
    isSafeToRetire: z.boolean().meta({ examples: [false] }),
    successorOf: id('key').nullable(),
    succeededAt: time.nullable(),
    retiresAt: time.nullable(),
    createdBy: z.object({ id: id('mem') }).nullable(),
    rotatedAt: time.nullable(),
    revokedAt: time.nullable(),
    revokeReason: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'ApiKey' });

export const ShownApiKey = ApiKey.extend({
  secret: z
    .string()
    .nullable()
    .meta({
      description: 'The secret, returned only once. Null in a replay for an Idempotency-Key.',
      examples: ['ak_sandbox_…'],
    }),
  secretAlreadyReturned: z.boolean().meta({ examples: [false] }),
}).meta({ id: 'ShownApiKey' });

export const CreateSuccessor = z
  .strictObject({
    name: formats.keyName.meta({ examples: ['ci-2'] }),
    graceHours: formats.graceHours.optional().meta({
      description: 'How long both keys work, from 1 to 168 hours.',
      default: 24,
      examples: [24],
    }),
  })
  .meta({ id: 'CreateSuccessor' });

export const CreateApiKey = z
  .strictObject({
    environment: z.enum(['SANDBOX', 'LIVE']),
    name: formats.keyName.meta({ examples: ['ci'] }),
    scopes: Scopes,
    expiresOn: ExpiresOn.optional(),
  })
  .meta({ id: 'CreateApiKey' });
