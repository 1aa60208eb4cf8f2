import { Member, type Role } from '../../../db/models/member.ts';
import { nextPosition, record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { keepAdmission } from './admission.ts';
import { lockMember } from './find.ts';
import { assertOwnerLeft, assertMayManage, assertRoleFits, isRaise } from './rules.ts';
import { MemberType, RoleEnum } from './type.ts';

/** Gives the member another role, effective with the next request. */
export async function changeMemberRole(ctx: Context, { id, role }: { id: string; role: Role }) {
  return await ctx.transaction(async (tx) => {
    const { member: before, owners } = await lockMember(tx, id);
    assertMayManage(memberOf(tx).role, before.role, role);
    assertRoleFits(before.kind, role);
    if (role !== 'OWNER') assertOwnerLeft(owners, before);
    if (before.role === role) throw refuse('invalid_transition', `The member is already ${role}.`);
    const now = ctx.clock.now();
    const rolePosition = await nextPosition(tx, before.workspaceId);
    const member = await Member.change(tx.knex, id, now, { role, roleSince: now, rolePosition });
    if (isRaise(before.role, role)) await keepAdmission(tx, member, 'RAISED', memberOf(tx).memberId);
    await record(tx, 'member.role_changed', {
      subject: member,
      data: Object.assign(member, { previousRole: before.role }),
      changes: { role: [before.role, role] },
    });
    return { member };
  });
}

builder.relayMutationField(
  'changeMemberRole',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The member.'),
      role: t.field({ type: RoleEnum, required: true }),
    }),
  },
  {
    description:
      'Gives a member another role. Needs `members:write`; only an owner may change an owner (`rank_too_low`). ' +
      'The last owner keeps the role (`last_owner`).',
    authScopes: { can: 'members:write' },
    resolve: async (_root, { input }, ctx) => await changeMemberRole(ctx, input),
  },
  { outputFields: (t) => ({ member: t.field({ type: MemberType, resolve: (it) => it.member }) }) },
);
