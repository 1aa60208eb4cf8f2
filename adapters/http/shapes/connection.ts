import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import * as connectFormats from '../../../schema/values/connect-formats.ts';
import { id, time } from './common.ts';

const byId = (prefix: string) => z.object({ id: id(prefix) }).nullable();

export const ConnectionHealth = z
  .object({
    isServing: z.boolean().meta({ description: 'Whether it serves calls now.' }),
    problem: z
      .enum(['CREDENTIAL_REFUSED', 'GRANT_REFUSED', 'CLIENT_REFUSED', 'SCOPE_REFUSED', 'ACCOUNT_CHANGED'])
      .nullable()
      .meta({ description: 'The problem that a person has to fix.' }),
    lastOkAt: time.nullable(),
    lastErrorAt: time.nullable(),
    lastErrorCode: z.string().nullable().meta({ description: 'Null once it works again.' }),
    nextCheckAt: time.nullable(),
    tokenExpiresAt: time.nullable(),
  })
  .meta({ id: 'ConnectionHealth' });

export const Connection = z
  .object({
    id: id('conn'),
    workspaceId: id('ws'),
    projectId: id('prj'),
    connectorId: id('con'),
    name: z.string().meta({ examples: ['GitHub of the shop'] }),
    baseUrl: z.string().meta({ examples: ['https://api.github.com'] }),
    method: z.enum([
      'NONE',
      'API_KEY',
      'BEARER',
      'BASIC',
      'CUSTOM',
      'OAUTH2_AUTHORIZATION_CODE',
      'OAUTH2_CLIENT_CREDENTIALS',
    ]),
    scheme: z.string().nullable(),
    credentialReferenceId: id('cref')
      .nullable()
      .meta({ description: 'The reference to the secret or the OAuth client.' }),
    tokenReferenceId: id('cref').nullable().meta({ description: 'The reference to the OAuth tokens.' }),
    scopes: z.array(z.string()),
    scopesGranted: z.array(z.string()).nullable(),
    accountId: z
      .string()
      .nullable()
      .meta({ description: 'The account at the provider, in the provider’s own words.' }),
    secretChangedAt: time.nullable().meta({
      description: 'When it last got another secret or authorization.',
    }),
    secretChangedBy: byId('mem').meta({
      description: 'The member who gave it. Null also if an external vault stores it.',
    }),
    settings: z.unknown().meta({ description: 'An object without secrets.', examples: [{ region: 'eu' }] }),
    testCapability: byId('cap'),
    accountPointer: z.string().nullable(),
    status: z.enum([
      'DRAFT',
      'PENDING_AUTHORIZATION',
      'ACTIVE',
      'DEGRADED',
      'ACTION_REQUIRED',
      'PENDING_REAUTHORIZATION',
      'DISABLED',
      'FAILED',
      'EXPIRED',
      'DISCONNECTING',
      'DISCONNECTED',
    ]),
    health: ConnectionHealth,
    revocation: z.enum(['PENDING', 'REVOKED', 'NOT_OFFERED', 'FAILED']).nullable(),
    authorizedBy: byId('mem'),
    authorizedAt: time.nullable(),
    createdBy: byId('mem'),
    disconnectedAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'ProviderConnection' });

export const ConnectionDependents = z
  .object({ data: z.array(z.object({ type: z.string(), id: z.string(), name: z.string() })) })
  .meta({ id: 'ConnectionDependents' });

const settings = z.record(z.string(), z.unknown()).meta({
  description: 'An object without secrets. Errors: `secret_in_settings`, `secret_value_in_settings`.',
  examples: [{ region: 'eu' }],
});
const scopes = connectFormats.oauthScopes.meta({ examples: [['repo:read']] });
const testCapabilityId = id('cap').meta({ description: 'A read of the connector without arguments.' });
const accountPointer = formats.pointer.meta({
  description: 'A pointer to the account’s id in the answer.',
  examples: ['/id'],
});

export const CreateConnection = z
  .strictObject({
    projectId: id('prj'),
    connectorId: id('con'),
    name: formats.name.meta({ examples: ['GitHub of the shop'] }),
    baseUrl: connectFormats.documentUrl.optional().meta({
      description: 'One of the connector’s servers, or an address within its `baseUrlPatterns`.',
      examples: ['https://api.github.com'],
    }),
    credentialReferenceId: id('cref').optional(),
    scheme: formats.name
      .optional()
      .meta({ description: 'The name of one of the connector’s `schemes`.', examples: ['token'] }),
    grant: z.enum(['AUTHORIZATION_CODE', 'CLIENT_CREDENTIALS']).optional(),
    scopes: scopes.optional(),
    revocationUrl: connectFormats.documentUrl
      .optional()
      .meta({ description: 'RFC 7009.', examples: ['https://provider.example/revoke'] }),
    clientAuthentication: z.enum(['BASIC', 'POST']).optional().meta({ description: 'RFC 6749 §2.3.1.' }),
    oauthParameters: connectFormats.oauthParameters.optional().meta({
      description: 'Further parameters for the authorization server.',
      examples: [{ access_type: 'offline' }],
    }),
    settings: settings.optional(),
    testCapabilityId: testCapabilityId.optional(),
    accountPointer: accountPointer.optional(),
  })
  .meta({ id: 'CreateConnection' });

export const UpdateConnection = z
  .strictObject({
    name: formats.name.optional(),
    scopes: scopes.optional(),
    settings: settings.optional(),
    testCapabilityId: testCapabilityId.optional(),
    accountPointer: accountPointer.optional(),
  })
  .meta({ id: 'UpdateConnection' });

export const BegunAuthorization = z
  .object({
    connection: Connection,
    connectionAuthorization: z.object({
      id: id('cau'),
      connectionId: id('conn'),
      status: z.enum(['PENDING', 'COMPLETED', 'FAILED', 'EXPIRED', 'SUPERSEDED']),
      scopes: z.array(z.string()),
      redirectUri: z.string().meta({ description: 'The redirect URI to register at the provider.' }),
      expiresAt: time,
    }),
    authorizationUrl: z
      .string()
      .nullable()
      .meta({
        description: 'Only for this person’s browser, returned only once.',
        examples: ['https://github.com/login/oauth/authorize?…'],
      }),
  })
  .meta({ id: 'BegunAuthorization' });

export const CompleteAuthorization = z
  .strictObject({
    state: formats.attempt.meta({ examples: ['…'] }),
    code: formats.assertion.optional().meta({ examples: ['…'] }),
    error: formats.attempt.optional().meta({ examples: ['access_denied'] }),
    iss: formats.attempt.optional().meta({ description: 'RFC 9207.' }),
  })
  .meta({ id: 'CompleteAuthorization', description: 'The parameters from the provider.' });
