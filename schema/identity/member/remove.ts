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
      reason: t.string({ validate: formats.reason, description: 'Kept in the audit log.' }),
    }),
  },
  {
    description:
      'Ends a membership for good; who is added again is a new member. Needs `members:remove`; only an owner may ' +
      'remove an owner (`rank_too_low`), and one owner always remains (`last_owner`). An invitation of their address ' +
      'that waits is revoked.',
    authScopes: { can: 'members:remove' },
    resolve: async (_root, { input }, ctx) => await moveMember(ctx, { ...input, action: 'remove' }),
  },
  { outputFields: (t) => ({ member: t.field({ type: MemberType, resolve: (it) => it.member }) }) },
);
