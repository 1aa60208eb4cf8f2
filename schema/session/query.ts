import { Session } from '../../db/models/session.ts';
import { builder } from '../builder.ts';
import { personOf } from '../context.ts';
import { pageCost, pageOf } from '../page.ts';
import { SessionType } from './type.ts';

builder.queryField('sessions', (t) =>
  t.connection({
    type: SessionType,
    nullable: true,
    description: 'The caller’s own sessions that have not ended, oldest first.',
    authScopes: { signedIn: true },
    complexity: pageCost,
    resolve: async (_root, args, ctx) => {
      const now = ctx.clock.now();
      const open = Session.query(ctx.knex)
        .where({ personId: personOf(ctx).personId })
        .whereNull('revokedAt')
        .where('expiresAt', '>', now)
        .where('idleExpiresAt', '>', now);
      return await pageOf(open, args);
    },
  }),
);
