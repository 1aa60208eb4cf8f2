import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import * as connectFormats from '../../../schema/values/connect-formats.ts';
import { id, moment, time } from './common.ts';

const CredentialKind = z.enum(['API_KEY', 'BEARER', 'BASIC', 'OAUTH2_CLIENT', 'CUSTOM', 'OAUTH2_TOKENS']);
const createdBy = z.object({ id: id('mem') }).nullable();
const fingerprint = z.string().meta({
  description: 'Eight hexadecimal digits that distinguish values.',
  examples: ['5f0c2a91'],
});

export const CredentialReference = z
  .object({
    id: id('cref'),
    workspaceId: id('ws'),
    projectId: id('prj'),
    provider: z.string().meta({ examples: ['github'] }),
    kind: CredentialKind,
    parts: z.array(z.string()).meta({
      description: 'The names of its parts or of its headers. Empty if the kind defines the fields.',
      examples: [['apiKey', 'apiToken']],
    }),
    reference: z.string().meta({
      description: 'Its full name.',
      examples: [
        'vault://ws_01kaf5m2jcexxt5s6f3yq4z8rd/prj_01kaf5m2jcexxt5s6f3yq4z8rd/cref_01kaf5m2jcexxt5s6f3yq4z8rd',
      ],
    }),
    vaultId: id('vlt').nullable().meta({ description: 'Null for the built-in vault.' }),
    externalName: z.string().nullable(),
    externalFields: z
      .unknown()
      .meta({ description: 'Maps our part names to the vault’s, or null.', examples: [null] }),
    origins: z.array(z.string()).meta({
      description:
        'The only origins that may receive it. Empty until its first connection, unless it was created with them.',
      examples: [['https://api.github.com']],
    }),
    status: z.enum(['ACTIVE', 'DESTROYED']),
    version: z.int().meta({ description: 'Numbers its values from 1.' }),
    fingerprint,
    expiresAt: time.nullable(),
    lastRotatedAt: time,
    createdBy,
    destroyedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'CredentialReference' });

export const CredentialReferenceDetail = CredentialReference.extend({
  versions: z.array(
    z.object({
      version: z.int(),
      status: z.enum(['ACTIVE', 'DESTROYED']),
      fingerprint,
      createdAt: time,
      destroyedAt: time.nullable(),
    }),
  ),
}).meta({ id: 'CredentialReferenceDetail' });

const Secret = z.record(z.string(), z.unknown()).meta({
  description:
    'The fields of the kind: `{apiKey}`, `{token}`, `{username, password}`, `{clientId, clientSecret}` or ' +
    '`{headers}`. The server seals the secret, and no call returns it.',
  examples: [{ token: '<the provider’s token>' }],
});

const Parts = z.record(z.string(), z.unknown()).meta({
  description:
    'Instead of a secret: 1 to 10 parts, named like the description’s `schemes`, each a string or `{username, ' +
    'password}`. Each part goes where its scheme says.',
  examples: [{ apiKey: '<the provider’s key>', apiToken: '<the provider’s token>' }],
});

const ExpiresAt = moment.optional().meta({ description: 'When it expires at the provider.' });

export const CreateCredentialReference = z
  .strictObject({
    projectId: id('prj'),
    provider: formats.name.meta({ examples: ['github'] }),
    kind: CredentialKind.optional().meta({
      description: 'Required without parts; with parts it is CUSTOM.',
    }),
    secret: Secret.optional(),
    parts: Parts.optional(),
    vaultId: id('vlt')
      .optional()
      .meta({ description: 'Instead of a secret: the external vault that stores it.' }),
    externalName: connectFormats.externalName.optional().meta({ examples: ['team/github'] }),
    externalFields: connectFormats.externalFields.optional(),
    origins: connectFormats.origins.optional().meta({
      description: 'The only origin that may receive it. By default, the first connection sets it.',
      examples: [['https://api.github.com']],
    }),
    expiresAt: ExpiresAt,
  })
  .meta({ id: 'CreateCredentialReference' });

export const AddCredentialVersion = z
  .strictObject({ secret: Secret.optional(), parts: Parts.optional(), expiresAt: ExpiresAt })
  .meta({ id: 'AddCredentialVersion' });

export const Vault = z
  .object({
    id: id('vlt'),
    workspaceId: id('ws'),
    name: z.string().meta({ examples: ['Company vault'] }),
    driver: z.enum(['KEY_VALUE']),
    address: z.string().meta({ examples: ['https://vault.example.com:8443'] }),
    mount: z.string().meta({ examples: ['secret'] }),
    namespace: z.string().nullable(),
    status: z.enum(['ACTIVE', 'DELETED']),
    createdBy,
    deletedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Vault' });

const Token = connectFormats.vaultToken.meta({
  description: 'The token for reading the vault. The server seals it and never returns it.',
  examples: ['<token>'],
});

export const CreateVault = z
  .strictObject({
    name: formats.name.meta({ examples: ['Company vault'] }),
    driver: z.enum(['KEY_VALUE']),
    address: connectFormats.origin.meta({ examples: ['https://vault.example.com:8443'] }),
    mount: connectFormats.externalName.meta({ examples: ['secret'] }),
    namespace: connectFormats.externalName.optional().meta({ examples: ['team'] }),
    token: Token,
  })
  .meta({ id: 'CreateVault' });

export const UpdateVault = z
  .strictObject({ name: formats.name.optional(), token: Token.optional() })
  .meta({ id: 'UpdateVault' });
