import { builder } from '../../kernel/builder.ts';
import * as formats from '../../values/formats.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { moveMember } from './move.ts';
import { MemberType } from './type.ts';

builder.relayMutationField(
  'removeMember',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The member.'),
      reason: t.string({ validate: formats.reason, description: 'Stored in the audit log.' }),
    }),
  },
  {
    description:
      'Removes a member permanently; adding the person again creates a new member. It revokes a pending ' +
      'invitation of their address. Needs `members:remove`; only an owner may remove an owner (`rank_too_low`). ' +
      'The last owner stays (`last_owner`).',
    authScopes: { can: 'members:remove' },
    resolve: async (_root, { input }, ctx) => await moveMember(ctx, { ...input, action: 'remove' }),
  },
  { outputFields: (t) => ({ member: t.field({ type: MemberType, resolve: (it) => it.member }) }) },
);
