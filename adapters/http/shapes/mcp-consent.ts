import { z } from 'zod';
import { id, time } from './common.ts';
import { ExpiresOn } from './proof.ts';

export const McpConsent = z
  .object({
    id: id('mcpo'),
    workspaceId: id('ws'),
    workspaceName: z.string().nullable(),
    client: z.string().meta({
      description:
        'The client’s id: the https URL of its client metadata document, or the id of its registration.',
      examples: ['https://app.example/oauth/client.json'],
    }),
    clientName: z.string().meta({
      description: 'The client’s name. A name proves nothing: rely on the id.',
      examples: ['Desk assistant'],
    }),
    resource: z.string().meta({ description: 'The resource that its tokens are for.' }),
    scopes: z.array(z.string()).meta({ examples: [['mcp:read', 'mcp:request']] }),
    credentialId: id('mcpc').meta({ description: 'The credential that it uses.' }),
    credentialName: z.string().nullable(),
    expiresOn: ExpiresOn.nullable().meta({ description: 'The credential’s expiry.' }),
    status: z.enum(['ACTIVE', 'REVOKED']),
    lastUsedAt: time.nullable().meta({ description: 'When the client last got a token with it.' }),
    revokedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'McpConsent' });
