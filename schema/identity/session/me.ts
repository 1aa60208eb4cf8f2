import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { Session } from '../../../db/models/session.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import type { MemberCaller, Membership } from '../../kernel/access/caller.ts';
import { permissionsFor } from '../../kernel/access/permissions.ts';
import { builder } from '../../kernel/builder.ts';
import { CountersType } from '../../kernel/counters.ts';
import { knownOf, personOf } from '../../kernel/context.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { MemberKindEnum, MemberType, RoleEnum } from '../member/type.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { PersonType, shownOfPerson, type ShownPerson } from '../person/type.ts';
import { WorkspaceType } from '../workspace/type.ts';
import { SessionType } from './type.ts';

// Each is named by id. Every change of the row is recorded in the chain that `chainsOf` returns.
const max = 20_000;
const memberSnapshots: SnapshotKind<Member> = {
  max,
  read: async (knex, id) => (await Member.query(knex).findById(id)) ?? null,
  chainsOf: ({ workspaceId }) => [workspaceId],
};
const personSnapshots: SnapshotKind<ShownPerson> = {
  max,
  read: async (knex, id) => (await Person.query(knex).findById(id).select(shownOfPerson)) ?? null,
  chainsOf: ({ id }) => [id],
};
const workspaceSnapshots: SnapshotKind<Workspace> = {
  max,
  read: async (knex, id) => (await Workspace.query(knex).findById(id)) ?? null,
  chainsOf: ({ id }) => [id],
};

const MembershipType = builder.objectRef<Membership & { isDefault: boolean }>('Membership').implement({
  description: 'An active membership of the caller.',
  fields: (t) => ({
    memberId: t.exposeID('memberId'),
    workspaceId: t.exposeID('workspaceId'),
    name: t.exposeString('workspaceName', { description: 'The workspace’s name.' }),
    slug: t.exposeString('workspaceSlug'),
    role: t.expose('role', { type: RoleEnum }),
    kind: t.expose('kind', { type: MemberKindEnum }),
    joinedAt: t.expose('joinedAt', { type: 'DateTime' }),
    isDefault: t.exposeBoolean('isDefault', {
      description:
        'Whether requests without `X-Workspace-Id` use this workspace. It is the oldest membership.',
    }),
  }),
});

export const MeType = builder.objectRef<MemberCaller>('Me').implement({
  description: 'The caller, the workspace of the request, and the caller’s permissions there.',
  fields: (t) => ({
    person: t.field({
      type: PersonType,
      nullable: true,
      description: 'Null for an automation.',
      resolve: async (caller, _args, ctx) =>
        caller.kind === 'PERSON' ? await ctx.snapshots.of(personSnapshots, caller.personId) : null,
    }),
    workspace: t.field({
      type: WorkspaceType,
      nullable: true,
      description: 'Null if the caller has no membership.',
      resolve: async ({ membership }, _args, ctx) =>
        membership && (await ctx.snapshots.of(workspaceSnapshots, membership.workspaceId)),
    }),
    member: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ membership }, _args, ctx) =>
        membership && (await ctx.snapshots.of(memberSnapshots, membership.memberId)),
    }),
    permissions: t.stringList({
      description:
        'The permissions of the caller’s role in the workspace. For an automation, without those that only people hold.',
      resolve: ({ membership }) => (membership ? permissionsFor(membership) : []),
    }),
    counters: t.field({ type: CountersType, resolve: (caller) => caller }),
    memberships: t.field({
      type: [MembershipType],
      description: 'Every active membership, oldest first.',
      complexity: { field: 1, multiplier: 1 },
      resolve: (caller) => membershipsOf(caller),
    }),
    session: t.field({
      type: SessionType,
      nullable: true,
      description: 'Null for an automation.',
      resolve: async (caller, _args, ctx) =>
        caller.kind === 'PERSON' ? await ctx.load(Session, caller.sessionId) : null,
    }),
  }),
});

function membershipsOf(caller: MemberCaller) {
  const memberships = caller.kind === 'PERSON' ? caller.memberships : [caller.membership];
  return memberships.map((it, index) => Object.assign({ isDefault: index === 0 }, it));
}

builder.queryField('me', (t) =>
  t.field({
    type: MeType,
    nullable: false,
    description: 'The caller: a person or an automation.',
    authScopes: { known: true },
    resolve: (_root, _args, ctx) => knownOf(ctx),
  }),
);

builder.queryField('workspaces', (t) =>
  t.connection({
    type: WorkspaceType,
    nullable: true,
    description: 'The workspaces in which the caller is an active member, oldest first. Needs a session.',
    authScopes: { signedIn: true },
    complexity: pageCost,
    resolve: async (_root, args, ctx) => {
      const ids = personOf(ctx).memberships.map(({ workspaceId }) => workspaceId);
      return await pageOf(Workspace.query(ctx.knex).findByIds(ids), args);
    },
  }),
);
