import { getNullableType, isInputObjectType, type GraphQLInputFieldMap } from 'graphql';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { contentsOf } from '../../support/contents.ts';
import { isMutation, rootFields, scopesOf } from '../matrix.cells.ts';
import { rows, type Row } from '../matrix.inputs.ts';
import { ownersWorld } from '../matrix.world.ts';
import { quarter } from '../../support/count.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { here, caller } = await ownersWorld(t);

const versioned = rows
  .filter((row) => isMutation(row) && row.ends === undefined && 'ifRowVersion' in inputOf(row.operation))
  .map((row) => ({ row, title: [row.operation, row.of].filter(Boolean).join(' of ') }));

/** These mutations change nothing in the row that they name. */
const changeNothing = ['replayWebhookDelivery', 'testConnection', 'testVault'];

describe('the version of a row', () => {
  it('is accepted by every mutation that names the row it changes', () => {
    const mutations = rows.filter((row) => isMutation(row) && scopesOf(row).public !== true);
    const without = mutations
      .map(({ operation }) => operation)
      .filter((operation) => 'id' in inputOf(operation) && !('ifRowVersion' in inputOf(operation)));

    expect([...new Set(without)].toSorted()).toEqual(changeNothing);
  });

  it.each(quarter(versioned))(
    'makes $title fail with 412 version_conflict if it differs, and nothing is written',
    async ({ row }) => {
      const { token, workspace, ...calling } = row.spendsCaller ? await caller.another() : caller;
      const { input } = row.args((await row.subject?.(here, calling)) ?? {}) as { input: object };
      const before = await contentsOf(t.ports.database);

      const { body } = await t.graphql(
        mutationOf(row),
        { input: { ...input, ifRowVersion: 1_000_000 } },
        {
          as: token,
          workspace,
        },
      );

      expect(body.errors).toMatchObject([{ extensions: { code: 'version_conflict', status: 412 } }]);
      expect(await contentsOf(t.ports.database)).toEqual(before);
    },
  );

  const named = versioned.filter(({ row }) => 'id' in inputOf(row.operation));

  it.each(quarter(named))('lets $title run if it does not differ', async ({ row }) => {
    const { token, workspace, ...calling } = row.spendsCaller ? await caller.another() : caller;
    const { input } = row.args((await row.subject?.(here, calling)) ?? {}) as { input: { id: string } };
    const ifRowVersion = await versionOf(input.id);

    const { body } = await t.graphql(
      mutationOf(row),
      { input: { ...input, ifRowVersion } },
      { as: token, workspace },
    );

    expect(body.errors).toBeUndefined();
  });
});

/** Returns the version of the row with the id, in whatever table it is. */
async function versionOf(id: string): Promise<number> {
  const { rows: tables } = await t.ports.database.knex.raw<{ rows: { table_name: string }[] }>(
    "select table_name from information_schema.columns where table_schema = 'public' " +
      "and column_name in ('id', 'row_version') group by table_name having count(*) = 2",
  );
  for (const { table_name: table } of tables) {
    const row: { rowVersion?: number; row_version?: number } | undefined = await t.ports.database
      .knex(table)
      .where({ id })
      .first('row_version');
    if (row) return row.rowVersion ?? row.row_version ?? 0;
  }
  throw new Error(`No table has the row ${id}.`);
}

function inputOf(operation: string): GraphQLInputFieldMap {
  const type = rootFields.get(operation)?.args.find(({ name }) => name === 'input')?.type;
  const input = type && getNullableType(type);
  return isInputObjectType(input) ? input.getFields() : {};
}

function mutationOf({ operation }: Row): string {
  const type = rootFields.get(operation)?.args.find(({ name }) => name === 'input')?.type;
  return `mutation ($input: ${String(type)}) { ${operation}(input: $input) { __typename } }`;
}
