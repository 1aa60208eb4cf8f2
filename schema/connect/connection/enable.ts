import type { Connection } from '../../../db/models/connection.ts';
import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { connectionFields } from './fields.ts';
import { lockConnection } from './find.ts';
import { moveConnection } from './move.ts';
import { checkAfter, connectionMoves } from './rules.ts';

/** Enables a disabled connection. An earlier problem still needs a fix. */
export async function enableConnection(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockConnection(tx, id);
    connectionMoves.next(before.status, 'enable');
    const move = moveOf(before);
    const nextCheckAt = move === 'draft' ? null : checkAfter(before, tx.clock.now());
    return { connection: await moveConnection(tx, before, move, 'connection.enabled', { nextCheckAt }) };
  });
}

function moveOf({ method, authorizedAt, problem }: Connection): 'enable' | 'demand' | 'draft' {
  if (method === 'OAUTH2_AUTHORIZATION_CODE' && authorizedAt === null) return 'draft';
  return problem === null ? 'enable' : 'demand';
}

builder.relayMutationField(
  'enableConnection',
  { inputFields: (t) => ({ ...rowFields(t, 'The connection.') }) },
  {
    description:
      'Enables a disabled connection. One that was never authorized becomes a DRAFT again. Needs `connections:write`.',
    authScopes: { can: 'connections:write' },
    resolve: async (_root, { input }, ctx) => await enableConnection(ctx, input),
  },
  { outputFields: connectionFields },
);
