import { isNonNullType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { kindOfId, newId } from '../../schema/values/id.ts';
import { searchedKinds } from '../../schema/kernel/searched.ts';
import { testApp } from '../support/app.ts';
import { hasPermission } from '../support/role-table.ts';
import { isMutation, rootFields, scopesOf } from './matrix.cells.ts';
import { rows, type Row } from './matrix.inputs.ts';
import { matrixWorld, type MatrixCaller } from './matrix.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { here, there, callers } = await matrixWorld(t);
const owner: MatrixCaller | undefined = callers.find(({ role }) => role === 'OWNER');
const members = callers.filter(({ kind, role }) => kind === 'PERSON' && role);

/** The members' reads by id, from the schema itself: the matrix has a row for every operation. */
const byId = rows.filter((row) => {
  const id = rootFields.get(row.operation)?.args.find(({ name }) => name === 'id');
  const isOfMembers = scopesOf(row).can !== undefined && !isMutation(row);
  // Ready-made connectors are a table in the code.
  return id && isNonNullType(id.type) && isOfMembers && row.operation !== 'readyMadeConnector';
});

const typesFound = new Set<string>();

async function found(query: string, as: MatrixCaller | undefined) {
  const { body } = await t.graphql(
    'query ($query: String!) { search(query: $query) { type id title where } }',
    { query },
    { as: as?.token, workspace: as?.workspace },
  );
  expect(body.errors).toBeUndefined();
  return body.data.search as { type: string; id: string; title: string; where: string }[];
}

async function idOf(row: Row, place: typeof here): Promise<string> {
  return row.args((await row.subject?.(place)) ?? {})['id'] as string;
}

describe.each(byId.map((row) => ({ row, operation: row.operation })))('the id of $operation', ({ row }) => {
  let id = '';
  beforeAll(async () => {
    id = await idOf(row, here);
  });

  it('finds exactly its row, for every member who may read it and no other', async () => {
    const { can } = scopesOf(row);
    const type = kindOfId(id) ?? '';
    typesFound.add(type);

    const told = await Promise.all(
      members.map(async (each) => [each.name, (await found(id, each)).map((hit) => [hit.type, hit.id])]),
    );

    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(
        members.map(({ name, role }) => [name, role && can && hasPermission(role, can) ? [[type, id]] : []]),
      ),
    );
    const [hit] = await found(id, owner);
    expect(hit?.title).toMatch(/\S/);
    expect(hit?.where).toMatch(/\S/);
  });

  it('finds its row by the first part of the id as well', async () => {
    expect((await found(id.slice(0, -1).toUpperCase(), owner)).map((hit) => hit.id)).toContain(id);
  });

  it('finds nothing in another workspace, and nothing if the row is missing', async () => {
    const foreign = await idOf(row, there);

    expect(await found(foreign, owner)).toEqual([]);
    expect(await found(`${id.slice(0, id.indexOf('_'))}_${newId('request').slice(4)}`, owner)).toEqual([]);
  });
});

it('every kind that members can read by id can be searched', () => {
  const searched = searchedKinds().map(({ type }) => type);

  expect(searched.toSorted()).toEqual([...typesFound].toSorted());
});
