import { AutomationPerson } from '../../../db/models/automation-person.ts';
import { Automation, automationStatuses } from '../../../db/models/automation.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { MemberType } from '../member/type.ts';
import { PersonType } from '../person/type.ts';
import { MeType } from '../session/me.ts';
import { adoptableUntil, statusNow } from './rules.ts';

const AutomationStatusEnum = builder.enumType('AutomationStatus', { values: automationStatuses });

export const AutomationType = builder.objectRef<Automation>('Automation').implement({
  description: 'A program that is a member of the workspace, with a role, and a person who answers for it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    member: t.field({
      type: MemberType,
      nullable: true,
      description: 'Its membership, by which it is given another role, suspended, reactivated or removed.',
      resolve: async ({ memberId }, _args, ctx) => await ctx.load(Member, memberId),
    }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    status: t.field({
      type: AutomationStatusEnum,
      description:
        'SUSPENDED since its owner left or manages members no more, until somebody adopts it. Its membership has a ' +
        'state of its own.',
      resolve: async (automation, _args, ctx) =>
        statusNow(automation, await ctx.load(Member, automation.ownerId)),
    }),
    owner: t.field({
      type: MemberType,
      nullable: true,
      description: 'The member who answers for it, or did last.',
      resolve: async ({ ownerId }, _args, ctx) => await ctx.load(Member, ownerId),
    }),
    offeredTo: t.field({
      type: MemberType,
      nullable: true,
      description: 'The member who may adopt it.',
      resolve: async ({ offeredTo }, _args, ctx) => (offeredTo ? await ctx.load(Member, offeredTo) : null),
    }),
    offeredBy: t.field({
      type: MemberType,
      nullable: true,
      description: 'Who offered it. It can be adopted while they may.',
      resolve: async ({ offeredBy }, _args, ctx) => (offeredBy ? await ctx.load(Member, offeredBy) : null),
    }),
    orphanedAt: t.expose('orphanedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was written down that its owner was lost.',
    }),
    adoptableUntil: t.field({ type: 'DateTime', nullable: true, resolve: adoptableUntil }),
    persons: t.field({
      type: [PersonType],
      description:
        'Everyone behind it: who made it, ever owned it, or made or rotated one of its credentials. None of them decides ' +
        'what it asks for.',
      complexity: { field: 1, multiplier: 5 },
      resolve: async ({ id }, _args, ctx) => await personsOfAutomation(ctx, id),
    }),
    createdBy: t.field({
      type: MemberType,
      nullable: true,
      resolve: async ({ createdBy }, _args, ctx) => await ctx.load(Member, createdBy),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    rowVersion: t.exposeInt('rowVersion'),
  }),
});

async function personsOfAutomation(ctx: Context, id: string): Promise<Person[]> {
  const rows = await ctx.loadMany(AutomationPerson, 'automationId', id);
  const ids = [...new Set(rows.map(({ personId }) => personId))];
  const persons = await Promise.all(ids.map(async (personId) => await ctx.load(Person, personId)));
  return persons.filter((person) => person !== null);
}

builder.objectField(MemberType, 'automation', (t) =>
  t.field({
    type: AutomationType,
    nullable: true,
    description: 'The automation that the member is; null for a person.',
    resolve: async ({ id, kind }, _args, ctx) =>
      kind === 'AUTOMATION' ? ((await ctx.loadMany(Automation, 'memberId', id))[0] ?? null) : null,
  }),
);

builder.objectField(MeType, 'automation', (t) =>
  t.field({
    type: AutomationType,
    nullable: true,
    description: 'The automation that calls; null for a person.',
    resolve: async (caller, _args, ctx) =>
      caller.kind === 'AUTOMATION' ? await ctx.load(Automation, caller.automationId) : null,
  }),
);
