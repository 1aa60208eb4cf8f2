import {
  automationCredentialStatuses,
  AutomationCredential,
} from '../../../db/models/automation-credential.ts';
import { Member } from '../../../db/models/member.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { MemberType } from '../member/type.ts';
import { proofFields } from '../../kernel/proof-type.ts';
import { isLost } from './rules.ts';

const StatusEnum = builder.enumType('AutomationCredentialStatus', { values: automationCredentialStatuses });

export const AutomationCredentialType = rowRef<AutomationCredential>(
  AutomationCredential,
  'AutomationCredential',
).implement({
  description:
    'A credential that gets access tokens for an automation. Its id is `iss` and `sub` of a client assertion by its private key.',
  fields: (t) => ({
    id: t.exposeID('id'),
    automationId: t.exposeID('automationId'),
    ...proofFields(t),
    name: t.exposeString('name'),
    status: t.expose('status', { type: StatusEnum }),
    version: t.exposeInt('version', {
      description: 'Numbers its secrets or keys from 1. Tokens of an earlier version stop working.',
    }),
    expiresOn: t.expose('expiresOn', {
      type: 'Date',
      nullable: true,
      description:
        'The credential works through the last second of this day in UTC. Null if it does not expire.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a token was last issued with it.',
    }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    issuedBy: t.field({
      type: MemberType,
      nullable: true,
      description:
        'The member who last created or rotated it. It works while that member is active and manages members.',
      resolve: async ({ issuedBy }, _args, ctx) => await ctx.load(Member, issuedBy),
    }),
    issuerIsLost: t.boolean({
      description:
        'Whether the credential has stopped because its issuer left, even if they came back, or no longer manages ' +
        'members. Rotating it makes it work again.',
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
