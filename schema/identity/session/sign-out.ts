import { recordPersonal } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { personOf, type Context } from '../../kernel/context.ts';
import { endSessions, lockOpenSessions } from './end.ts';

/** Ends the caller's session, or all of them. */
export async function signOut(ctx: Context, { everywhere }: { everywhere?: boolean | null | undefined }) {
  const { personId, sessionId } = personOf(ctx);
  return await ctx.transaction(async (tx) => {
    const open = await lockOpenSessions(tx, personId);
    const ending = open.filter(({ id }) => everywhere || id === sessionId);
    const targets = await endSessions(tx, ending, 'SIGNED_OUT');
    await recordPersonal(tx, 'session.signed_out', { personId, targets });
    return { endedSessionIds: ending.map(({ id }) => id) };
  });
}

builder.relayMutationField(
  'signOut',
  {
    inputFields: (t) => ({
      everywhere: t.boolean({
        description: 'Whether to end all sessions of the caller. By default only this one.',
      }),
    }),
  },
  {
    description: 'Ends the session of this request. Its tokens fail from then on.',
    authScopes: { signedIn: true },
    resolve: async (_root, { input }, ctx) => await signOut(ctx, input),
  },
  { outputFields: (t) => ({ endedSessionIds: t.idList({ resolve: (it) => it.endedSessionIds }) }) },
);
