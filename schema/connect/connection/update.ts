import { isDeepStrictEqual } from 'node:util';
import { Connection } from '../../../db/models/connection.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { withFreeName } from '../../kernel/free-name.ts';
import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import * as connectFormats from '../../values/connect-formats.ts';
import { changesNothing } from '../../values/patch.ts';
import { rowFields } from '../../kernel/row-version.ts';
import { connectionFields } from './fields.ts';
import { lockConnection } from './find.ts';
import { connectionMoves, serves } from './rules.ts';
import { assertPlain } from './settings.ts';
import { assertTest } from './test-capability.ts';
import { toEventData } from './event-data.ts';

interface UpdateConnection {
  id: string;
  name?: string | null | undefined;
  scopes?: string[] | null | undefined;
  settings?: unknown;
  testCapabilityId?: string | null | undefined;
  accountPointer?: string | null | undefined;
}

/** Changes the given fields; absent and null fields stay. The next authorization requests new scopes. */
export async function updateConnection(ctx: Context, { id, ...given }: UpdateConnection) {
  const settings =
    given.settings === undefined || given.settings === null ? null : assertPlain(given.settings);
  return await ctx.transaction(async (tx) => {
    const before = await lockConnection(tx, id);
    connectionMoves.next(before.status, 'update');
    const patch = {
      name: given.name ?? before.name,
      scopes: unlessSame(before.scopes, given.scopes),
      settings: unlessSame(before.settings, settings),
      testCapabilityId: given.testCapabilityId ?? before.testCapabilityId,
      accountPointer: given.accountPointer ?? before.accountPointer,
    };
    if (changesNothing(before, patch)) return { connection: before };
    assertSameTest(before, patch);
    const isSameTest =
      patch.testCapabilityId === before.testCapabilityId && patch.accountPointer === before.accountPointer;
    const hasCredential = before.method !== 'NONE';
    if (!isSameTest) await assertTest(tx, { connectorId: before.connectorId, ...patch, hasCredential });
    const now = tx.clock.now();
    const nextCheckAt = !isSameTest && serves(before) ? now : before.nextCheckAt;
    const connection = await withFreeName(
      'a connection',
      async () => await Connection.change(tx.knex, id, now, { ...patch, nextCheckAt }),
      { place: 'project' },
    );
    await record(tx, 'connection.updated', {
      subject: connection,
      data: toEventData(connection),
      changes: Object.fromEntries(
        Object.entries(patch).map(([column, value]) => [
          column,
          [before[column as keyof typeof patch], value],
        ]),
      ),
    });
    return { connection };
  });
}

type ConnectionTest = Pick<Connection, 'testCapabilityId' | 'accountPointer'>;

// With another test, any account could pass for this one.
function assertSameTest(before: Connection, { testCapabilityId, accountPointer }: ConnectionTest): void {
  const isSamePlace = accountPointer === before.accountPointer;
  const isSameTest = accountPointer === null || testCapabilityId === before.testCapabilityId;
  if (before.accountId === null || (isSamePlace && isSameTest)) return;
  throw refuse(
    'invalid_transition',
    'Another test has already identified the account of this connection. Create a new connection to use this test.',
  );
}

function unlessSame<Value>(before: Value, given: Value | null | undefined): Value {
  return given === null || given === undefined || isDeepStrictEqual(before, given) ? before : given;
}

builder.relayMutationField(
  'updateConnection',
  {
    inputFields: (t) => ({
      ...rowFields(t, 'The connection.'),
      name: t.string({ validate: formats.name }),
      scopes: t.stringList({
        validate: connectFormats.oauthScopes.optional(),
        description: 'The scopes for the next authorization.',
      }),
      settings: t.field({
        type: 'JSON',
        description: 'All settings; they replace the old ones and follow the same rules.',
      }),
      testCapabilityId: t.id({ description: 'A read of the connector without arguments.' }),
      accountPointer: t.string({
        validate: formats.pointer,
        description:
          'A pointer to the account’s id in the answer. It cannot change after the account is known.',
      }),
    }),
  },
  {
    description:
      'Changes a connection’s name, settings, scopes or test. Its address and its credential reference never ' +
      'change. Needs `connections:write`.',
    authScopes: { can: 'connections:write' },
    resolve: async (_root, { input }, ctx) => await updateConnection(ctx, input),
  },
  { outputFields: connectionFields },
);
