import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import * as urlFormats from '../../../schema/values/url-formats.ts';
import { id, time } from './common.ts';
import { PublicKey } from './proof.ts';

const name = { examples: ['Desk assistant'] };

export const McpClient = z
  .object({
    id: id('mcpk').meta({ description: 'The `client_id` to enter in the program.' }),
    workspaceId: id('ws'),
    name: z.string().meta(name),
    redirectUris: z.array(z.string()).meta({ examples: [['http://127.0.0.1/callback']] }),
    algorithm: z
      .enum(['ES256', 'EdDSA', 'RS256'])
      .nullable()
      .meta({ description: 'The algorithm of its key. Null for a public client.' }),
    thumbprint: z
      .string()
      .nullable()
      .meta({ description: 'The thumbprint of its public key (RFC 7638, SHA-256).' }),
    status: z.enum(['ACTIVE', 'DELETED']),
    createdBy: z.object({ id: id('mem') }).nullable(),
    deletedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'McpClient' });

export const CreateMcpClient = z
  .strictObject({
    name: formats.keyName.meta(name),
    redirectUris: urlFormats.redirectUris.meta({
      description:
        'The redirect URIs. An https URI must match exactly. An http URI of 127.0.0.1, [::1] or localhost matches ' +
        'on any port. A private scheme looks like `com.example.app:/callback`.',
      examples: [['http://127.0.0.1/callback', 'https://app.example/callback']],
    }),
    publicKey: PublicKey.optional(),
  })
  .meta({ id: 'CreateMcpClient' });

export const UpdateMcpClient = z
  .strictObject({ name: formats.keyName.optional() })
  .meta({ id: 'UpdateMcpClient' });
