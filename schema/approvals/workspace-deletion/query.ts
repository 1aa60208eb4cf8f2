import { Member } from '../../../db/models/member.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf } from '../../kernel/context.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { WorkspaceType } from '../../identity/workspace/type.ts';

builder.queryField('deletingWorkspaces', (t) =>
  t.connection({
    type: WorkspaceType,
    nullable: true,
    description: 'The workspaces under deletion that the caller, as an owner, can restore. Needs a session.',
    authScopes: { signedIn: true },
    complexity: pageCost,
    resolve: async (_root, args, ctx) => {
      const { personId } = personOf(ctx);
      const owned = Member.query(ctx.knex)
        .where({ personId, role: 'OWNER', status: 'ACTIVE', kind: 'HUMAN' })
        .select('workspaceId');
      const query = Workspace.query(ctx.knex)
        .whereIn('id', owned)
        .where({ status: 'DELETING' })
        .where('shredsAt', '>', ctx.clock.now());
      return await pageOf(query, args);
    },
  }),
);
