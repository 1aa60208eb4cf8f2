import { builder } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { moveMember } from './move.ts';
import { MemberType } from './type.ts';

builder.relayMutationField(
  'reactivateMember',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The member.'),
      reason: t.string({ validate: formats.reason, description: 'Kept in the audit log.' }),
    }),
  },
  {
    description:
      'Gives a suspended member’s access back, with the role they had, to sessions and tokens from then on. UNCONFIRMED ' +
      'where its person has to confirm it. Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await moveMember(ctx, { ...input, action: 'reactivate' }),
  },
  { outputFields: (t) => ({ member: t.field({ type: MemberType, resolve: (it) => it.member }) }) },
);
