import { describe, expect, it } from 'vitest';
import type { BaseModel } from '../../db/models/base.ts';
import { macTables } from '../../db/mac-tables.ts';
import { rowMacsOf } from '../../db/row-macs.ts';
import { testApp } from '../support/app.ts';
import { invitationsOf } from '../support/invitations.ts';
import { kinds } from '../support/mcp-servers.ts';
import { automationOf } from '../support/automations.ts';
import { approvalsOf } from '../support/approvals.ts';
import { applicationWithKey, somebody } from '../support/people.ts';
import { remoteWorld, upstream } from '../support/remote-world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const { knex } = t.ports.database;
const macs = rowMacsOf(knex);
const world = await remoteWorld(t, await upstream(kinds[0]));
// Creates a row of each table.
await world.ask();
await applicationWithKey(t, world.place);
await automationOf(t, world.place);
await invitationsOf(t, world.place).invited();
const approvals = approvalsOf(t, world.place);
const admin = await world.place.as('ADMIN');
await approvals.approve(await approvals.ask(world.place.owner), admin);
await somebody(t);

function altered(value: unknown): unknown {
  if (value instanceof Date) return new Date(value.getTime() + 1);
  if (Buffer.isBuffer(value)) return Buffer.from(value.map((byte, index) => (index === 0 ? byte ^ 1 : byte)));
  if (Array.isArray(value)) return [...(value as unknown[]), 'one more'];
  if (typeof value === 'string') return `${value}x`;
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  return value === null ? 'something' : { ...(value as object), more: 1 };
}

/** Makes up a row for a table that has no rows here. */
function madeUp(table: typeof BaseModel): BaseModel {
  const row = {
    id: 'made-up',
    rowVersion: 1,
    ...Object.fromEntries(table.decisive.map((column) => [column, 'x'])),
  };
  return { ...row, mac: macs.of(table, row) } as BaseModel;
}

describe('the MAC of a row', () => {
  it('is on every row of these tables from the start, and is valid', async () => {
    for (const table of macTables)
      for (const row of await table.query(knex))
        expect([table.tableName, row.mac !== null, macs.isSound(table, row)]).toEqual([
          table.tableName,
          true,
          true,
        ]);
    expect(macs.isRequired).toBe(true);
  });

  it('covers the table, the id, the version and each decisive column', async () => {
    const unsound: string[] = [];
    const expected: string[] = [];
    for (const table of macTables) {
      const row = (await table.query(knex).first()) ?? madeUp(table);
      for (const column of ['id', 'rowVersion', ...table.decisive]) {
        expected.push(`${table.tableName}.${column}`);
        const forged = Object.assign({}, row) as BaseModel & Record<string, unknown>;
        forged[column] = altered(forged[column]);
        if (!macs.isSound(table, forged)) unsound.push(`${table.tableName}.${column}`);
      }
      const other = { tableName: 'another', decisive: table.decisive };
      expect(macs.isSound(other, row)).toBe(false);
    }
    expect(unsound).toEqual(expected);
  });
});
