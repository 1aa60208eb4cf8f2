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
      reason: t.string({ validate: formats.reason, description: 'Stored in the audit log.' }),
    }),
  },
  {
    description:
      'Reactivates a suspended member with the role they had. Only sessions and tokens that start afterwards ' +
      'work. UNCONFIRMED if the person must confirm the membership. Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await moveMember(ctx, { ...input, action: 'reactivate' }),
  },
  { outputFields: (t) => ({ member: t.field({ type: MemberType, resolve: (it) => it.member }) }) },
);
