import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { PersonType } from '../person/type.ts';
import { lockOwners, lockUnconfirmed } from './find.ts';
import { assertOwnerLeft, memberMoves } from './rules.ts';
import { runMembershipReactions } from './membership-changes.ts';

/** Ends an unconfirmed membership of the caller permanently. */
export async function declineMembership(ctx: Context, { workspaceId }: { workspaceId: string }) {
  return await ctx.transaction(async (tx) => {
    const owners = await lockOwners({ knex: tx.knex, workspaceId });
    const before = await lockUnconfirmed(tx, workspaceId);
    const { id, role, personId } = before;
    // An unconfirmed owner does not count as an owner, but may be the only person who can become one.
    assertOwnerLeft(role === 'OWNER' ? [...owners, before] : owners, before);
    const status = memberMoves.next(before.status, 'remove');
    const member = await Member.change(tx.knex, id, tx.clock.now(), { status });
    await record(tx, 'member.removed', {
      workspaceId,
      actor: { kind: 'MEMBER', id, personId },
      subject: member,
      data: member,
      changes: { status: [before.status, status] },
    });
    await runMembershipReactions(tx, member, 'removed');
    return { person: await Person.query(tx.knex).findById(personOf(tx).personId).throwIfNotFound() };
  });
}

builder.relayMutationField(
  'declineMembership',
  { inputFields: (t) => ({ workspaceId: t.id({ required: true, description: 'The workspace.' }) }) },
  {
    description:
      'Ends an unconfirmed membership of the caller permanently. The last owner of a workspace cannot decline ' +
      '(`last_owner`). Needs a session.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await declineMembership(ctx, input),
  },
  { outputFields: (t) => ({ person: t.field({ type: PersonType, resolve: (it) => it.person }) }) },
);
