import { z } from 'zod';
import { apiKeyScopes, environments } from '../../../db/models/api-key.ts';
import { quotaPeriods } from '../../../db/models/product-assignment.ts';
import * as formats from '../../../schema/values/formats.ts';
import * as productFormats from '../../../schema/values/product-formats.ts';
import { id, time } from './common.ts';

const ofCall = ['product', 'major', 'method', 'path'] as const;

export const VerifyKey = z
  .strictObject({
    key: formats.attempt.meta({ description: 'The key from the caller.', examples: ['ak_live_…'] }),
    ip: formats.ip.optional().meta({
      description: 'The address of the call; the key’s `lastUsedFrom` shows its network.',
      examples: ['203.0.113.7'],
    }),
    product: productFormats.productSlug.optional().meta({
      description:
        'The slug of the called API product. With it, `major`, `method` and `path` are required, and the call is counted.',
      examples: ['shop'],
    }),
    major: productFormats.major.optional(),
    method: productFormats.method.optional().meta({ examples: ['GET'] }),
    path: productFormats.calledPath.optional().meta({
      description: 'The path in the product, percent-encoded and without a query.',
      examples: ['/orders/42'],
    }),
  })
  .superRefine((body, found) => {
    const missing = ofCall.filter((name) => body[name] === undefined);
    if (missing.length === ofCall.length) return;
    for (const name of missing)
      found.addIssue({
        code: 'custom',
        path: [name],
        message: 'is required with the other parts of the call',
      });
  })
  .meta({ id: 'VerifyKey' });

/** Returns the call in a body; null if it has none. */
export function callIn({ product, major, method, path }: z.infer<typeof VerifyKey>) {
  const isWhole = product !== undefined && major !== undefined && method !== undefined && path !== undefined;
  return isWhole ? { product, major, method, path } : null;
}

export const KeyVerification = z
  .object({
    valid: z.boolean(),
    code: z
      .string()
      .meta({ description: '`valid`, or the code of why it does not work.', examples: ['valid'] }),
    message: z.string().nullable().meta({ description: 'Why it does not work; null if it does.' }),
    keyId: id('key').nullable(),
    workspaceId: id('ws').nullable(),
    applicationId: id('app').nullable(),
    environment: z
      .enum(environments)
      .nullable()
      .meta({ examples: ['LIVE'] }),
    scopes: z.array(z.enum(apiKeyScopes)),
    product: z.string().nullable().meta({ description: 'Null if no call was given, or it is refused.' }),
    version: z
      .string()
      .nullable()
      .meta({ description: 'The live version.', examples: ['1.3'] }),
    operationId: z.string().nullable(),
    quota: z
      .object({ limit: z.int(), period: z.enum(quotaPeriods), left: z.int(), endsAt: time })
      .nullable()
      .meta({ description: 'Null without a limit.' }),
  })
  .meta({ id: 'KeyVerification' });
