import { Invitation } from '../../../db/models/invitation.ts';
import { addCounter } from '../../kernel/counters.ts';

addCounter('invitationsOpen', {
  needs: 'members:invite',
  description: 'How many invitations are PENDING, so that they can be accepted now.',
  count: async (ctx) =>
    await Invitation.inWorkspace(ctx)
      .where({ status: 'PENDING' })
      .where('expiresAt', '>', ctx.clock.now())
      .resultSize(),
});
