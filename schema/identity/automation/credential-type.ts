import {
  automationCredentialStatuses,
  type AutomationCredential,
} from '../../../db/models/automation-credential.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { MemberType } from '../member/type.ts';
import { proofFields } from '../../kernel/proof-type.ts';
import { isLost } from './rules.ts';

const StatusEnum = builder.enumType('AutomationCredentialStatus', { values: automationCredentialStatuses });

export const AutomationCredentialType = builder
  .objectRef<AutomationCredential>('AutomationCredential')
  .implement({
    description:
      'What an automation gets access tokens with. Its id is `iss` and `sub` of a client assertion by its private key.',
    fields: (t) => ({
      id: t.exposeID('id'),
      automationId: t.exposeID('automationId'),
      ...proofFields(t),
      name: t.exposeString('name'),
      status: t.expose('status', { type: StatusEnum }),
      version: t.exposeInt('version', {
        description:
          'Counts the secrets or keys it has had, from 1. Tokens end with the version they were got by.',
      }),
      expiresOn: t.expose('expiresOn', {
        type: 'Date',
        nullable: true,
        description: 'Good through the last second of this day in UTC; null for no end.',
      }),
      lastUsedAt: t.expose('lastUsedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When a token was last got with it.',
      }),
      createdBy: t.field({
        type: MemberType,
        nullable: true,
        resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
      }),
      issuedBy: t.field({
        type: MemberType,
        nullable: true,
        description: 'Who made or rotated it last. It works while they are here and manage members.',
        resolve: async ({ issuedBy }, _args, ctx) => await ctx.load(Member, issuedBy),
      }),
      issuerIsLost: t.boolean({
        description:
          'Whether it has stopped since who issued it left, be it that they came back, or manages members no more. It ' +
          'can be rotated.',
        resolve: async ({ issuedBy, issuedActivations }, _args, ctx) =>
          isLost(await ctx.load(Member, issuedBy), issuedActivations),
      }),
      rotatedAt: t.expose('rotatedAt', { type: 'DateTime', nullable: true }),
      revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
      revokeReason: t.exposeString('revokeReason', { nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      rowVersion: t.exposeInt('rowVersion'),
    }),
  });
