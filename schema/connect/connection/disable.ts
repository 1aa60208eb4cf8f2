import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { connectionFields } from './fields.ts';
import { lockConnection } from './find.ts';
import { moveConnection } from './move.ts';
import { supersedeAuthorization } from './end-authorization.ts';

/** Stops all calls through a connection, and its authorization in progress. Its secrets stay. */
export async function disableConnection(ctx: Context, { id }: { id: string }) {
  return await ctx.transaction(async (tx) => {
    const before = await lockConnection(tx, id);
    const connection = await moveConnection(tx, before, 'disable', 'connection.disabled', {
      nextCheckAt: null,
    });
    await supersedeAuthorization(tx, id);
    return { connection };
  });
}

builder.relayMutationField(
  'disableConnection',
  { inputFields: (t) => ({ ...rowFields(t, 'The connection.') }) },
  {
    description:
      'Stops all calls through a connection and any authorization in progress immediately. Its secrets stay. ' +
      'Needs `connections:disable`.',
    authScopes: { can: 'connections:disable' },
    resolve: async (_root, { input }, ctx) => await disableConnection(ctx, input),
  },
  { outputFields: connectionFields },
);
