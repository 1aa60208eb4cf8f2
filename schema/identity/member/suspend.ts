import { builder } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { moveMember } from './move.ts';
import { MemberType } from './type.ts';

builder.relayMutationField(
  'suspendMember',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The member.'),
      reason: t.string({ validate: formats.reason, description: 'Stored in the audit log.' }),
    }),
  },
  {
    description:
      'Suspends a member’s access from the next request on. Needs `members:write`; only an owner may suspend an ' +
      'owner (`rank_too_low`). The last owner stays (`last_owner`).',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await moveMember(ctx, { ...input, action: 'suspend' }),
  },
  { outputFields: (t) => ({ member: t.field({ type: MemberType, resolve: (it) => it.member }) }) },
);
