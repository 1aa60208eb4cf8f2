import { Member, type Role } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, personOf, type Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { enforce } from '../../kernel/limit.ts';
import { keepAdmission } from './admission.ts';
import { insertMember } from './insert.ts';
import { assertMayManage } from './rules.ts';
import { announceAdded } from './announce-added.ts';
import { runMembershipReactions } from './membership-changes.ts';
import { MemberType, RoleEnum } from './type.ts';

/**
 * Offers a membership to a person with an account, by the person id that they passed on. Nobody else can
 * claim that id, unlike an unverified address. The membership begins when the person confirms it.
 */
export async function addMember(ctx: Context, { personId, role }: { personId: string; role: Role }) {
  return await ctx.transaction(async (tx) => {
    const actor = memberOf(tx);
    assertMayManage(actor.role, role);
    await enforce(tx, 'invitations', personOf(tx).personId);
    // Locked, so that of two concurrent additions the second finds the first's member.
    const person = await Person.query(tx.knex).findById(personId).forNoKeyUpdate();
    if (!person)
      throw refuse(
        'not_found',
        'There is no person with this id. Each person finds their id at GET /api/developer-portal/me, as `person.id`.',
      );
    const known = await Member.inWorkspace(tx).findOne({ personId }).whereNot({ status: 'REMOVED' });
    if (known)
      throw refuse(
        'already_member',
        'This person is already a member of the workspace. Change their role instead.',
      );
    const { workspaceId, memberId: addedBy } = actor;
    const member = await insertMember(tx, { workspaceId, personId, role, addedBy, status: 'UNCONFIRMED' });
    await keepAdmission(tx, member, 'ADDED', addedBy);
    await announceAdded(tx, person, member);
    await record(tx, 'member.joined', { subject: member, data: member });
    await runMembershipReactions(tx, member, 'added');
    return { member };
  });
}

builder.relayMutationField(
  'addMember',
  {
    inputFields: (t) => ({
      personId: t.id({ required: true, description: 'The person’s id, which `me` returns to them.' }),
      role: t.field({ type: RoleEnum, required: true }),
    }),
  },
  {
    description:
      'Offers a membership to a person with an account. The server mails them, and the membership grants nothing ' +
      'until they call `confirmMembership` (UNCONFIRMED). It revokes a pending invitation of their address. Needs ' +
      '`members:invite`; only an owner may add an owner (`rank_too_low`).',
    authScopes: { can: 'members:invite' },
    resolve: async (_root, { input }, ctx) => await addMember(ctx, input),
  },
  { outputFields: (t) => ({ member: t.field({ type: MemberType, resolve: (it) => it.member }) }) },
);
