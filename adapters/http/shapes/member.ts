import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';

export const Role = z
  .enum([
    'OWNER',
    'ADMIN',
    'DEVELOPER',
    'APPROVER',
    'SECURITY_ADMINISTRATOR',
    'DOCUMENTATION_EDITOR',
    'BILLING_ADMINISTRATOR',
    'ANALYST',
    'SUPPORT',
    'COMPLIANCE_REVIEWER',
    'VIEWER',
  ])
  .meta({ id: 'Role', examples: ['DEVELOPER'] });

export const MemberKind = z.enum(['HUMAN', 'AUTOMATION']);

export const Workspace = z
  .object({
    id: id('ws'),
    name: z.string().meta({ examples: ['Analytical Engines'] }),
    slug: z.string().meta({ examples: ['analytical-engines-7wdr9yvd'] }),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'DELETING', 'DELETED']),
    requiresIndependentApprovers: z.boolean().meta({
      description:
        'Whether only independent approvers may decide: those whom no accountable person admitted.',
    }),
    deletingSince: time.nullable(),
    shredsAt: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Workspace' });

export const UpdateWorkspace = z
  .strictObject({
    name: formats.name.optional().meta({ examples: ['Analytical Engines'] }),
    requiresIndependentApprovers: z
      .boolean()
      .optional()
      .meta({
        description: 'Only an owner may change it.',
        examples: [true],
      }),
  })
  .meta({ id: 'UpdateWorkspace' });

export const RoleInfo = z.object({ role: Role, permissions: z.array(z.string()) }).meta({ id: 'RoleInfo' });

export const MemberStatus = z.enum(['ACTIVE', 'UNCONFIRMED', 'SUSPENDED', 'REMOVED']);

export const UnconfirmedMembership = z
  .object({
    memberId: id('mem'),
    workspaceId: id('ws'),
    name: z.string().nullable().meta({ description: 'The workspace’s name.' }),
    role: Role,
    joinedAt: time,
    others: z
      .array(z.object({ id: id('per'), name: z.string(), email: z.string() }))
      .meta({ description: 'The other members, at most 10.' }),
  })
  .meta({
    id: 'UnconfirmedMembership',
    description: 'Grants nothing until the person confirms or declines it.',
  });

export const Member = z
  .object({
    id: id('mem'),
    person: z.object({ id: id('per'), name: z.string(), email: z.string() }).nullable(),
    automation: z
      .object({ id: id('aut'), name: z.string() })
      .nullable()
      .meta({ examples: [null] }),
    kind: MemberKind,
    role: Role,
    roleSince: time,
    status: MemberStatus,
    activeSince: time,
    joinedAt: time,
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Member' });

export const AddMember = z.strictObject({ personId: id('per'), role: Role }).meta({ id: 'AddMember' });

export const ChangeRole = z.strictObject({ role: Role }).meta({ id: 'ChangeRole' });
