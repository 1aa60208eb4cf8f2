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
        'The client’s id: the https address at which it describes itself, or the id that it is registered by.',
      examples: ['https://app.example/oauth/client.json'],
    }),
    clientName: z.string().meta({
      description: 'What the client is called. A name proves nothing: go by the id.',
      examples: ['Desk assistant'],
    }),
    resource: z.string().meta({ description: 'The address that its tokens are for.' }),
    scopes: z.array(z.string()).meta({ examples: [['mcp:read', 'mcp:request']] }),
    credentialId: id('mcpc').meta({ description: 'The credential that it works by.' }),
    credentialName: z.string().nullable(),
    expiresOn: ExpiresOn.nullable().meta({ description: 'That of the credential.' }),
    status: z.enum(['ACTIVE', 'REVOKED']),
    lastUsedAt: time.nullable().meta({ description: 'When the client last got a token by it.' }),
    revokedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'McpConsent' });
