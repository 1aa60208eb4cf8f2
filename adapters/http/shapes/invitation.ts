import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';
import { Member, Role, Workspace } from './member.ts';

export const InvitationStatus = z.enum(['PENDING', 'ACCEPTED', 'DECLINED', 'REVOKED', 'EXPIRED']);

export const Invitation = z
  .object({
    id: id('inv'),
    email: z.string().meta({ examples: ['grace@example.com'] }),
    role: Role,
    status: InvitationStatus,
    invitedBy: z.object({ id: id('mem') }).nullable(),
    member: z
      .object({ id: id('mem') })
      .nullable()
      .meta({ examples: [null] }),
    sentAt: time,
    resends: z.int(),
    expiresAt: time,
    endedAt: time.nullable(),
    reason: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Invitation' });

export const InvitationPreview = z
  .object({
    workspaceName: z
      .string()
      .nullable()
      .meta({ examples: ['Analytical Engines'] }),
    email: z.string().meta({ examples: ['grace@example.com'] }),
    role: Role,
    inviterName: z
      .string()
      .nullable()
      .meta({ examples: ['Ada Lovelace'] }),
    status: InvitationStatus,
    expiresAt: time,
    canBeAccepted: z.boolean(),
  })
  .meta({ id: 'InvitationPreview' });

export const AcceptedInvitation = z
  .object({ member: Member, workspace: Workspace.nullable() })
  .meta({ id: 'AcceptedInvitation' });

export const InviteMember = z
  .strictObject({ email: formats.email.meta({ examples: ['grace@example.com'] }), role: Role })
  .meta({ id: 'InviteMember' });

export const InvitationToken = z
  .strictObject({
    token: formats.attempt.meta({
      description: 'The text after `#` in the link of the mail.',
      examples: ['tok_invite_…'],
    }),
  })
  .meta({ id: 'InvitationToken' });
