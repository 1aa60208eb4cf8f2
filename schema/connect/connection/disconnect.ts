import type { Connection } from '../../../db/models/connection.ts';
import { builder } from '../../kernel/builder.ts';
import { permits } from '../../kernel/access/permissions.ts';
import { memberOf, type Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { hoursAfter } from '../../values/time.ts';
import { supersedeAuthorization } from './end-authorization.ts';
import { connectionFields } from './fields.ts';
import { lockConnection } from './find.ts';
import { finishDisconnect, lockSecrets } from './finish-disconnect.ts';
import { moveConnection } from './move.ts';
import { revokeHours } from './rules.ts';

/** Ends a connection permanently: stops its calls, revokes its grant, and then destroys its secrets. */
export async function disconnectConnection(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockConnection(tx, id);
    const secrets = await lockSecrets(tx, before);
    const now = tx.clock.now();
    const connection = await moveConnection(tx, before, 'disconnect', 'connection.disconnecting', {
      refreshDueAt: null,
      nextCheckAt: null,
      refreshFailures: 0,
      destroysCredential: permits(memberOf(tx), 'credential_references:destroy'),
      ...((canRevoke(before) || isBeingAsked(before, now)) && {
        revocation: 'PENDING' as const,
        revokeDueAt: now,
        revokeUntil: hoursAfter(now, revokeHours),
      }),
    });
    await supersedeAuthorization(tx, id);
    if (connection.revocation === 'PENDING') return { connection };
    return { connection: await finishDisconnect(tx, connection, secrets, 'NOT_OFFERED') };
  });
}

/** Tokens may be in transit, and must be stored before the server can revoke and destroy them. */
function isBeingAsked({ refreshLeaseUntil }: Connection, now: Date): boolean {
  return refreshLeaseUntil !== null && refreshLeaseUntil > now;
}

function canRevoke({ tokenReferenceId, authorizationServer }: Connection): boolean {
  const { revocationUrl = null } = (authorizationServer ?? {}) as { revocationUrl?: string | null };
  return tokenReferenceId !== null && revocationUrl !== null;
}

builder.relayMutationField(
  'disconnectConnection',
  { inputFields: (t) => ({ ...rowFields(t, 'The connection.') }) },
  {
    description:
      'Ends a connection permanently. The server revokes its OAuth tokens at the provider (for up to 24 hours) and ' +
      'destroys them. It also destroys the credential reference, unless another connection uses it or the caller’s ' +
      'role may not destroy secrets. Needs `connections:delete`.',
    authScopes: { can: 'connections:delete' },
    resolve: async (_root, { input }, ctx) => await disconnectConnection(ctx, input),
  },
  { outputFields: connectionFields },
);
