import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf } from '../../kernel/context.ts';
import { WorkspaceType } from './type.ts';

builder.queryField('workspace', (t) =>
  t.field({
    type: WorkspaceType,
    nullable: true,
    description: 'The workspace of this request. Needs `workspace:read`.',
    authScopes: { can: 'workspace:read' },
    resolve: async (_root, _args, ctx) => await ctx.load(Workspace, memberOf(ctx).workspaceId),
  }),
);
