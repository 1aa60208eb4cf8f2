import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createContext, nobody } from '../../schema/command/create-context.ts';
import { Refusal, refusalOf } from '../../schema/values/errors.ts';
import { run } from '../../schema/run.ts';
import { testApp } from '../support/app.ts';
import { quarter, some } from '../support/count.ts';
import { textOf } from '../support/trail.ts';
import {
  cellOf,
  cellsOf,
  expected,
  isMutation,
  nameOf,
  oneOfEach,
  rootFields,
  sharedIds,
  type Cell,
} from './matrix.cells.ts';
import { documentOf, titleOf } from './matrix.documents.ts';
import { rows, type Row } from './matrix.inputs.ts';
import type { Ids } from './matrix.place.ts';
import { fingerprint, matrixWorld } from './matrix.world.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' }, { isChecked: true });
const { here, there, callers } = await matrixWorld(t);
const titled = rows.map((row, turn) => ({ row, turn, title: titleOf(row) }));
const isAllowed = (cell: Cell) => expected(cell) === 'OK';

/** In a soak every caller tries every operation; otherwise a third of them does, as the seed chooses. */
function tried(row: Row): Cell[] {
  const cells = cellsOf(row, callers);
  const [allowed, refused] = [cells.filter(isAllowed), cells.filter((cell) => !isAllowed(cell))];
  return [allowed, refused].flatMap((each) => some(each, Math.ceil(each.length / 3)));
}

describe.each(quarter(titled))('$title', ({ row }) => {
  it('spec §7: answers every caller as the permission table says, and a refusal changes nothing', async () => {
    const shared = await sharedIds(row, here, there);
    const cells = tried(row);
    const told = new Map<string, string>();
    const before = await fingerprint(here);

    for (const cell of cells.filter((each) => !isAllowed(each)))
      told.set(nameOf(cell), await ask(cell, shared[cell.which]));
    const after = await fingerprint(here);
    for (const cell of cells.filter(isAllowed)) {
      const caller = row.spendsCaller ? await cell.caller.another() : cell.caller;
      const isAnew = isMutation(row) || row.isOfCaller;
      const ids = isAnew ? await row.subject?.(here, caller) : shared.own;
      told.set(nameOf(cell), await ask({ ...cell, caller }, ids ?? {}));
    }

    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(cells.map((cell) => [nameOf(cell), expected(cell)])),
    );
    expect(after).toEqual(before);
  });
});

describe.each(quarter(titled))('$title, on /graphql', ({ row, turn }) => {
  it('returns the same refusals, identical in every byte for missing and foreign rows', async () => {
    const shared = await sharedIds(row, here, there);
    const persons = callers.filter(({ kind }) => ['ANONYMOUS', 'AUTOMATION', 'PERSON'].includes(kind));
    const cells = oneOfEach(cellsOf(row, persons), expected, turn).filter((cell) => !isAllowed(cell));

    const answers = new Map<string, string>();
    const bodies = new Map<string, string>();
    for (const cell of cells) {
      const request = { as: cell.caller.token, workspace: cell.caller.workspace };
      const { body } = await t.graphql(documentOf(row), row.args(shared[cell.which]), request);
      const [error] = body.errors;
      answers.set(nameOf(cell), cellOf({ ...error.extensions, message: error.message }));
      bodies.set(`${cell.which} ${answers.get(nameOf(cell))}`, textOf(body));
    }

    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(cells.map((cell) => [nameOf(cell), expected(cell)])),
    );
    const notFound = (which: string) => bodies.get(`${which} 404 not_found`);
    expect(notFound('foreign') ?? notFound('missing')).toBe(notFound('missing'));
    expect(notFound('missing') !== undefined).toBe(row.id !== undefined && row.toAgents === undefined);
  });
});

describe('the matrix', () => {
  it('has an input row for every operation of the schema, and no other', () => {
    const operations = new Set(rows.map(({ operation }) => operation));

    expect([...operations].toSorted()).toEqual([...rootFields.keys()].toSorted());
  });

  it('lets every operation succeed for at least one caller, except those of agents and keys, which have no grants and no product here', () => {
    const succeeding = rows.filter(
      (row) => row.toAgents || row.ends === 'product_not_assigned' || cellsOf(row, callers).some(isAllowed),
    );

    expect(new Set(succeeding.map(({ operation }) => operation))).toEqual(new Set(rootFields.keys()));
  });
});

/** Runs the schema in process, as adapters do: a request per cell would take as long as all other tests. */
async function ask(cell: Cell, ids: Ids): Promise<string> {
  const { row, caller } = cell;
  const { arrived } = caller;
  try {
    if (arrived instanceof Refusal) throw arrived;
    await run(createContext(t.ports, nobody(), arrived), parse(documentOf(row)), row.args(ids));
    return cellOf(null);
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    const { status, code, message, details } = refusal;
    return cellOf({ status, code, message, permission: details.permission });
  }
}
