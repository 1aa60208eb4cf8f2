import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';
import { MemberStatus, Role } from './member.ts';
import { ExpiresOn, proof, PublicKey, shownOnce } from './proof.ts';

const AutomationMember = z
  .object({ id: id('mem'), person: z.object({ id: id('per'), name: z.string() }).nullable() })
  .nullable();

export const Automation = z
  .object({
    id: id('aut'),
    workspaceId: id('ws'),
    name: z.string().meta({ examples: ['Nightly build'] }),
    description: z.string(),
    status: z.enum(['ACTIVE', 'SUSPENDED']).meta({ description: 'SUSPENDED while it has no owner.' }),
    member: z.object({ id: id('mem'), role: Role, status: MemberStatus }).nullable(),
    owner: AutomationMember,
    offeredTo: AutomationMember.meta({ examples: [null] }),
    offeredBy: AutomationMember.meta({ examples: [null] }),
    orphanedAt: time.nullable(),
    adoptableUntil: time.nullable(),
    persons: z
      .array(z.object({ id: id('per'), name: z.string() }))
      .meta({ description: 'The persons accountable for it; they cannot decide its approval requests.' }),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Automation' });

export const AdoptedAutomation = Automation.extend({
  revokedCredentialIds: z
    .array(id('acr'))
    .meta({ description: 'The credentials that the server revoked because their issuer was lost.' }),
}).meta({ id: 'AdoptedAutomation' });

export const CreateAutomation = z
  .strictObject({
    name: formats.name.meta({ examples: ['Nightly build'] }),
    description: formats.description.optional(),
    role: Role,
  })
  .meta({ id: 'CreateAutomation' });

export const UpdateAutomation = z
  .strictObject({ name: formats.name.optional(), description: formats.description.optional() })
  .meta({ id: 'UpdateAutomation' });

export const OfferAutomation = z.strictObject({ toMemberId: id('mem') }).meta({ id: 'OfferAutomation' });

export const AutomationCredential = z
  .object({
    id: id('acr'),
    automationId: id('aut'),
    name: z.string().meta({ examples: ['ci'] }),
    status: z.enum(['ACTIVE', 'REVOKED']),
    version: z.int(),
    ...proof,
    expiresOn: ExpiresOn.nullable(),
    lastUsedAt: time.nullable(),
    issuedBy: AutomationMember.meta({ description: 'The member who last created or rotated it.' }),
    issuerIsLost: z.boolean().meta({
      description:
        'Whether it has stopped because its issuer left or no longer manages members. Rotating it makes it work again.',
    }),
    rotatedAt: time.nullable(),
    revokedAt: time.nullable(),
    revokeReason: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'AutomationCredential' });

export const ShownAutomationCredential = AutomationCredential.extend(shownOnce('acs_…')).meta({
  id: 'ShownAutomationCredential',
});

export const CreateAutomationCredential = z
  .strictObject({
    name: formats.keyName.meta({ examples: ['ci'] }),
    publicKey: PublicKey.optional(),
    expiresOn: ExpiresOn.optional(),
  })
  .meta({ id: 'CreateAutomationCredential' });

export const RotateAutomationCredential = z
  .strictObject({ publicKey: PublicKey.optional() })
  .meta({ id: 'RotateAutomationCredential' });

// OAuth has other names for these fields, and developers try those.
const instead =
  'is not a field of this object; send `secret`, or `clientAssertionType` and `clientAssertion`';

export const AutomationTokenRequest = z
  .strictObject(
    {
      secret: formats.attempt.optional().meta({ examples: ['acs_…'] }),
      clientAssertionType: formats.attempt
        .optional()
        .meta({ examples: ['urn:ietf:params:oauth:client-assertion-type:jwt-bearer'] }),
      clientAssertion: formats.assertion.optional().meta({
        description:
          'A JWT by the private key. `iss` and `sub` are the credential’s id, `aud` is this URL, `exp` lies within ' +
          'five minutes, and `jti` is new.',
        examples: ['eyJhbGciOiJFUzI1NiIs…'],
      }),
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? instead : undefined) },
  )
  .meta({
    id: 'AutomationTokenRequest',
    description: 'Either a secret, or a client assertion with its type.',
  });

export const AutomationToken = z
  .object({
    accessToken: z
      .string()
      .meta({ description: 'Send it as `Authorization: Bearer`.', examples: ['eyJhbGciOiJFUzI1NiIs…'] }),
    tokenType: z.string().meta({ examples: ['Bearer'] }),
    expiresIn: z.int().meta({ description: 'Seconds.', examples: [3600] }),
  })
  .meta({ id: 'AutomationToken' });
