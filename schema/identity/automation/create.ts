import { Automation } from '../../../db/models/automation.ts';
import { Member, type Role } from '../../../db/models/member.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { insertMember } from '../member/insert.ts';
import { assertMayManage, assertRoleFits } from '../member/rules.ts';
import { RoleEnum } from '../member/type.ts';
import { addAccountablePerson } from './accountable-persons.ts';
import { automationFields } from './fields.ts';

interface CreateAutomation {
  name: string;
  description?: string | null | undefined;
  role: Role;
}

/** Creates a program as a separate member, owned by the caller. Spec §5.8. */
export async function createAutomation(ctx: Context, { name, description, role }: CreateAutomation) {
  return await ctx.transaction(async (tx) => {
    const { memberId: ownerId, role: makersRole } = memberOf(tx);
    assertMayManage(makersRole, role);
    assertRoleFits('AUTOMATION', role);
    const owner = await Member.inWorkspace(tx).findById(ownerId).throwIfNotFound();
    const { workspaceId } = owner;
    const member = await insertMember(tx, { workspaceId, personId: null, role, addedBy: ownerId });
    const now = tx.clock.now();
    const automation = await Automation.query(tx.knex)
      .insert({
        id: newId('automation'),
        workspaceId,
        memberId: member.id,
        name,
        description: description ?? '',
        status: 'ACTIVE',
        ownerId,
        ownerActivations: owner.activations,
        createdBy: ownerId,
        createdAt: now,
        updatedAt: now,
      })
      .returning('*');
    await addAccountablePerson(tx, automation, 'CREATED', 'OWNED');
    await record(tx, 'member.joined', { subject: member, data: member });
    await record(tx, 'member.automation.created', { subject: automation, data: automation });
    return { automation };
  });
}

builder.relayMutationField(
  'createAutomation',
  {
    inputFields: (t) => ({
      name: t.string({ required: true, validate: formats.name }),
      description: t.string({ validate: formats.description }),
      role: t.field({
        type: RoleEnum,
        required: true,
        description: 'Any role except OWNER and APPROVER. Choose the narrowest that suffices.',
      }),
    }),
  },
  {
    description:
      'Creates a program as a separate member, owned by the caller. Whatever its role, it cannot decide requests ' +
      'or admit members. Needs `members:write`.',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await createAutomation(ctx, input),
  },
  { outputFields: automationFields },
);
