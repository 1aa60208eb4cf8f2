import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';
import { ExpiresOn, proof, PublicKey, shownOnce } from './proof.ts';

const Holder = z
  .object({ id: id('mem'), person: z.object({ id: id('per'), name: z.string() }).nullable() })
  .nullable();

export const McpCredential = z
  .object({
    id: id('mcpc').meta({ description: 'The client id.' }),
    workspaceId: id('ws'),
    name: z.string().meta({ examples: ['Support agent'] }),
    holder: Holder.meta({ description: 'The member in whose name the agent works.' }),
    status: z.enum(['ACTIVE', 'REVOKED']),
    version: z.int().meta({ description: 'Numbers its secrets or keys from 1.' }),
    ...proof,
    expiresOn: ExpiresOn,
    lastUsedAt: time.nullable(),
    createdBy: z.object({ id: id('mem') }).nullable(),
    issuedBy: Holder.meta({ description: 'The member who last created or rotated it.' }),
    issuerIsLost: z.boolean().meta({
      description: 'Whether it has stopped because its issuer left. Rotating it makes it work again.',
    }),
    holderIsLost: z.boolean().meta({ description: 'Whether it has stopped because its holder left.' }),
    rotatedAt: time.nullable(),
    revokedAt: time.nullable(),
    revokeReason: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'McpCredential' });

export const ShownMcpCredential = McpCredential.extend(shownOnce('mcs_…')).meta({ id: 'ShownMcpCredential' });

export const CreateMcpCredential = z
  .strictObject({
    name: formats.keyName.meta({ examples: ['Support agent'] }),
    holderId: id('mem')
      .optional()
      .meta({ description: 'The member in whose name the agent works; by default the caller.' }),
    publicKey: PublicKey.optional(),
    expiresOn: ExpiresOn.optional(),
  })
  .meta({ id: 'CreateMcpCredential' });

export const RotateMcpCredential = z
  .strictObject({ publicKey: PublicKey.optional() })
  .optional()
  .meta({ id: 'RotateMcpCredential' });
