import { Member } from '../../../db/models/member.ts';
import { Session } from '../../../db/models/session.ts';
import { deniedTo } from '../../kernel/access/denied.ts';
import { assertPermission } from '../../kernel/access/permissions.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { notFound } from '../../values/errors.ts';
import { pageCost, pageOf } from '../../kernel/page.ts';
import { SessionType } from './type.ts';

builder.queryField('sessions', (t) =>
  t.connection({
    type: SessionType,
    nullable: true,
    description:
      'The caller’s own active sessions, oldest first. With `sessions:revoke`, those of another member.',
    args: {
      memberId: t.arg.id({ description: 'A member of the workspace; needs `sessions:revoke`.' }),
    },
    authScopes: { signedIn: true },
    complexity: pageCost,
    resolve: async (_root, { memberId, ...args }, ctx) => {
      const now = ctx.clock.now();
      const open = Session.query(ctx.knex)
        .where({ personId: memberId ? await personOfMember(ctx, memberId) : personOf(ctx).personId })
        .whereNull('revokedAt')
        .where('expiresAt', '>', now)
        .where('idleExpiresAt', '>', now);
      return await pageOf(open, args);
    },
  }),
);

async function personOfMember(ctx: Context, id: string): Promise<string | null> {
  const person = personOf(ctx);
  const { membership } = person;
  if (!membership) throw deniedTo(person);
  assertPermission(membership, 'sessions:revoke');
  const member = await Member.inWorkspace(ctx).findById(id).whereNot({ status: 'REMOVED' });
  if (!member) throw notFound(ctx, 'member');
  return member.personId;
}
