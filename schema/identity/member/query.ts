import { Member, roles, type Role } from '../../../db/models/member.ts';
import { permissionsOf } from '../../kernel/access/permissions.ts';
import { builder } from '../../kernel/builder.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { MemberType, RoleEnum } from './type.ts';

builder.queryField('members', (t) =>
  t.connection({
    type: MemberType,
    nullable: true,
    description: 'The members of the workspace, oldest first, without removed ones. Needs `members:read`.',
    authScopes: { can: 'members:read' },
    complexity: pageCost,
    resolve: async (_root, args, ctx) =>
      await pageOf(Member.inWorkspace(ctx).whereNot({ status: 'REMOVED' }), args),
  }),
);

builder.queryField('member', (t) =>
  t.field({
    type: MemberType,
    nullable: true,
    description: 'One member. Needs `members:read`.',
    args: { id: t.arg.id({ required: true }) },
    authScopes: { can: 'members:read' },
    resolve: async (_root, { id }, ctx) => {
      const member = await Member.inWorkspace(ctx).findById(id).whereNot({ status: 'REMOVED' });
      if (!member) throw notFound(ctx, 'member');
      return member;
    },
  }),
);

const RoleInfo = builder.objectRef<Role>('RoleInfo').implement({
  description: 'A role and its permissions.',
  fields: (t) => ({
    role: t.field({ type: RoleEnum, resolve: (role) => role }),
    permissions: t.stringList({ resolve: (role) => permissionsOf(role) }),
  }),
});

builder.queryField('roles', (t) =>
  t.field({
    type: [RoleInfo],
    nullable: true,
    description: 'The eleven roles with their permissions. Needs `roles:read`.',
    authScopes: { can: 'roles:read' },
    complexity: { field: 1, multiplier: 1 },
    resolve: () => [...roles],
  }),
);
