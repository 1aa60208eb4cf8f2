import { Invitation } from '../../../db/models/invitation.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { InvitationStatusEnum, InvitationType } from './type.ts';

builder.queryField('invitations', (t) =>
  t.connection({
    type: InvitationType,
    nullable: true,
    description: 'The invitations of the workspace, oldest first. Needs `members:invite`.',
    args: {
      status: t.arg({ type: [InvitationStatusEnum], description: 'The statuses to list. By default all.' }),
    },
    authScopes: { can: 'members:invite' },
    complexity: pageCost,
    resolve: async (_root, { status, ...args }, ctx) => {
      const query = Invitation.inWorkspace(ctx);
      // The same rule as `statusAt`: an invitation past its time is expired, whatever its row says.
      if (status)
        query.whereRaw(
          "case when status = 'PENDING' and expires_at <= ? then 'EXPIRED' else status end = any (?)",
          [ctx.clock.now(), status],
        );
      return await pageOf(query, args);
    },
  }),
);

builder.queryField('invitation', (t) =>
  t.field({
    type: InvitationType,
    nullable: true,
    description: 'One invitation. Needs `members:invite`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'members:invite' },
    resolve: async (_root, { id }, ctx) => {
      const invitation = await Invitation.inWorkspace(ctx).findById(id);
      if (!invitation) throw notFound(ctx, 'invitation');
      return invitation;
    },
  }),
);
