import type { Knex } from 'knex';
import { Member } from '../../../db/models/member.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { builder } from '../../kernel/builder.ts';
import { companyOf, namedAtMost } from '../member/other-members.ts';
import { RoleEnum } from '../member/type.ts';
import { PersonType } from '../person/type.ts';
import { MeType } from './me.ts';

/** Once the caller answers some, the next ones are listed. */
const listedAtMost = 100;

/** Returns the person's unconfirmed memberships, oldest first. */
export async function unconfirmedMemberships(knex: Knex, personId: string): Promise<Member[]> {
  return await Member.query(knex)
    .where({ personId, status: 'UNCONFIRMED' })
    .whereIn('workspaceId', Workspace.query(knex).whereNot({ status: 'DELETED' }).select('id'))
    .orderBy(['joinedAt', 'id'])
    .limit(listedAtMost);
}

export const UnconfirmedMembershipType = builder.objectRef<Member>('UnconfirmedMembership').implement({
  description:
    'A membership that grants nothing until its person confirms it. A member added them, or they reset the ' +
    'password of an account that another person may have created.',
  fields: (t) => ({
    memberId: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.string({
      nullable: true,
      description: 'The workspace’s name.',
      resolve: async ({ workspaceId }, _args, ctx) => (await ctx.load(Workspace, workspaceId))?.name,
    }),
    role: t.expose('role', { type: RoleEnum }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime' }),
    others: t.field({
      type: [PersonType],
      description: `The other members, at most ${namedAtMost}.`,
      complexity: { field: 1, multiplier: 5 },
      resolve: async (member, _args, ctx) => await companyOf(ctx.knex, member),
    }),
  }),
});

builder.objectField(MeType, 'unconfirmedMemberships', (t) =>
  t.field({
    type: [UnconfirmedMembershipType],
    description:
      'Unconfirmed memberships of the caller. `confirmMembership` activates one, `declineMembership` ends it.',
    complexity: { field: 1, multiplier: 2 },
    resolve: async (caller, _args, ctx) =>
      caller.kind === 'PERSON' ? await unconfirmedMemberships(ctx.knex, caller.personId) : [],
  }),
);
