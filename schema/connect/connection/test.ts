import { builder } from '../../kernel/builder.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { isTestable, look, noteCheck } from './check.ts';
import { connectionFields } from './fields.ts';
import { findConnection } from './find.ts';

/** Runs the connection’s test at its provider, and records the result in the connection’s health. */
export async function testConnection(ctx: Context, { id }: { id: string }) {
  const prepare = async () => {
    const connection = await findConnection(ctx, id);
    if (connection.testCapabilityId === null)
      throw refuse(
        'connection_unusable',
        'The connection has no test. Give it a testCapabilityId: a read without arguments, such as the current user.',
      );
    if (!isTestable(connection))
      throw refuse(
        'connection_unusable',
        'A test cannot help this connection: it does not work, and a new secret would not fix it.',
      );
    return { connection, found: await look(ctx, connection) };
  };
  return await ctx.transaction(
    async (tx, { connection, found }) => ({ connection: await noteCheck(tx, connection, found) }),
    prepare,
  );
}

builder.relayMutationField(
  'testConnection',
  { inputFields: (t) => ({ id: t.id({ required: true, description: 'The connection.' }) }) },
  {
    description:
      'Runs the connection’s test at its provider, and reports the result in `health`: `lastErrorCode` is null if ' +
      'it works. A connection with a refused secret works again after a test with a valid one. Needs ' +
      '`connections:write`.',
    authScopes: { can: 'connections:write' },
    resolve: async (_root, { input }, ctx) => await testConnection(ctx, input),
  },
  { outputFields: connectionFields },
);
