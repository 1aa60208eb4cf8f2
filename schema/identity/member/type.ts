import { memberKinds, memberStatuses, roles, Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import { PersonType } from '../person/type.ts';

export const RoleEnum = builder.enumType('Role', {
  description:
    'The permissions of a member. Each member has one role; the `roles` query lists its permissions.',
  values: roles,
});

const MemberStatusEnum = builder.enumType('MemberStatus', { values: memberStatuses });
export const MemberKindEnum = builder.enumType('MemberKind', { values: memberKinds });

export const MemberType = rowRef<Member>(Member, 'Member').implement({
  description: 'A person or an automation in a workspace. Only an active membership grants access.',
  fields: (t) => ({
    id: t.exposeID('id'),
    person: t.field({
      type: PersonType,
      nullable: true,
      description: 'Null for an automation.',
      resolve: async ({ personId }, _args, ctx) => (personId ? await ctx.load(Person, personId) : null),
    }),
    kind: t.expose('kind', { type: MemberKindEnum }),
    role: t.expose('role', { type: RoleEnum }),
    roleSince: t.expose('roleSince', { type: 'DateTime' }),
    status: t.expose('status', { type: MemberStatusEnum }),
    activeSince: t.expose('activeSince', { type: 'DateTime' }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});
