import { Member } from '../../../db/models/member.ts';
import { Session } from '../../../db/models/session.ts';
import { deniedTo } from '../../kernel/access/denied.ts';
import { assertPermission } from '../../kernel/access/permissions.ts';
import { record, recordPersonal, targetOf, touchPerson } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { notFound, refuse } from '../../values/errors.ts';
import { atVersion, rowFields } from '../../kernel/row-version.ts';
import { endSession } from './end.ts';
import { SessionType } from './type.ts';

/**
 * Ends one of the caller's own sessions, or with `sessions:revoke` one of any member. An owner's is included,
 * because a revocation only removes access, and the owner signs in again.
 */
export async function revokeSession(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const person = personOf(tx);
    const { personId, membership } = person;
    const isOwn = Boolean(await Session.query(tx.knex).findOne({ id, personId }));
    if (!isOwn) {
      if (!membership) throw deniedTo(person);
      assertPermission(membership, 'sessions:revoke');
    }
    const before = await Session.query(tx.knex).findById(id).forNoKeyUpdate();
    if (!before) throw notFound(tx, 'session');
    atVersion(tx, before);
    const member = isOwn ? null : await memberOfPerson(tx, before.personId);
    if (before.revokedAt)
      throw refuse('invalid_transition', 'The session has already ended; its tokens no longer work.');
    const session = await endSession(tx, before, 'REVOKED');
    if (member) {
      await record(tx, 'member.sessions_revoked', {
        subject: member,
        data: member,
        changes: { session: id },
        also: [targetOf('session', session)],
      });
      // The session also serves other workspaces, so the person's chain must record the change.
      await touchPerson(tx, before.personId);
    } else await recordPersonal(tx, 'session.revoked', { personId, targets: [targetOf('session', session)] });
    return { session };
  });
}

async function memberOfPerson(tx: TransactionContext, personId: string): Promise<Member> {
  const member = await Member.inWorkspace(tx).findOne({ personId }).whereNot({ status: 'REMOVED' });
  if (!member) throw notFound(tx, 'session');
  return member;
}

builder.relayMutationField(
  'revokeSession',
  { inputFields: (t) => ({ ...rowFields(t, 'The session.') }) },
  {
    description:
      'Ends a session; its tokens fail from then on. Your own session needs no permission, another member’s ' +
      'session needs `sessions:revoke`.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await revokeSession(ctx, input),
  },
  { outputFields: (t) => ({ session: t.field({ type: SessionType, resolve: (it) => it.session }) }) },
);
