import { AutomationPerson } from '../../../db/models/automation-person.ts';
import { Automation, automationStatuses } from '../../../db/models/automation.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { builder } from '../../kernel/builder.ts';
import { rowRef } from '../../kernel/row-type.ts';
import type { Context } from '../../kernel/context.ts';
import { MemberType } from '../member/type.ts';
import { PersonType } from '../person/type.ts';
import { MeType } from '../session/me.ts';
import { adoptableUntil, statusNow } from './rules.ts';

const AutomationStatusEnum = builder.enumType('AutomationStatus', { values: automationStatuses });

export const AutomationType = rowRef<Automation>(Automation, 'Automation').implement({
  description: 'A program that is a member of the workspace, with a role and an owner who answers for it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    workspaceId: t.exposeID('workspaceId'),
    member: t.field({
      type: MemberType,
      nullable: true,
      description: 'Its membership. Use it to change its role, or to suspend, reactivate or remove it.',
      resolve: async ({ memberId }, _args, ctx) => await ctx.load(Member, memberId),
    }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    status: t.field({
      type: AutomationStatusEnum,
      description:
        'SUSPENDED after its owner left or stopped managing members, until another member adopts it. Its membership ' +
        'has a separate status.',
      resolve: async (automation, _args, ctx) =>
        statusNow(automation, await ctx.load(Member, automation.ownerId)),
    }),
    owner: t.field({
      type: MemberType,
      nullable: true,
      description: 'The member who answers for it, or the last one who did.',
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
      description: 'The member who offered it. It can be adopted while that member may offer it.',
      resolve: async ({ offeredBy }, _args, ctx) => (offeredBy ? await ctx.load(Member, offeredBy) : null),
    }),
    orphanedAt: t.expose('orphanedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the server recorded that its owner was lost.',
    }),
    adoptableUntil: t.field({ type: 'DateTime', nullable: true, resolve: adoptableUntil }),
    persons: t.field({
      type: [PersonType],
      description:
        'The persons accountable for it: its creator, every owner, and everyone who created or rotated a credential ' +
        'of it. They cannot decide its approval requests.',
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
