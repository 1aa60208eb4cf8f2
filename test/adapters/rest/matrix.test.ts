import { describe, expect, it } from 'vitest';
import type { Route } from '../../../adapters/rest/route.ts';
import { routes } from '../../../adapters/rest/routes.ts';
import {
  cellOf,
  cellsOf,
  isMutation,
  nameOf,
  oneOfEach,
  sharedIds,
  type Cell,
} from '../../schema/matrix.cells.ts';
import { rows, type Row } from '../../schema/matrix.inputs.ts';
import { matrixWorld } from '../../schema/matrix.world.ts';
import { testApp } from '../../support/app.ts';
import { textOf } from '../../support/trail.ts';
import { expectedOf, operationOf, send } from './matrix.send.ts';
import { quarter } from '../../support/count.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { here, there, callers } = await matrixWorld(t);

/** Returns the rows of a route's operation. If several paths lead to one operation, each has the rows about its own id. */
function rowsOf(route: Route): Row[] {
  const all = rows.filter(({ operation }) => operation === operationOf(route));
  const own = all.filter(({ id }) => id && route.path.split('/').includes(`:${id[0]}`));
  return own.length > 0 ? own : all;
}

const titled = routes.flatMap((route, turn) =>
  rowsOf(route).map((row) => ({
    route,
    row,
    turn,
    title: `${route.method} ${route.path}${row.of ? `, ${row.of}` : ''}`,
  })),
);

describe.each(quarter(titled))('$title', ({ route, row, turn }) => {
  it('spec §7: answers as the permission table states, with identical bodies for missing and foreign ids', async () => {
    const cells = oneOfEach(cellsOf(row, callers), expectedOf(route), turn);
    const shared = await sharedIds(row, here, there);
    const answers = new Map<string, string>();
    const bodies = new Map<string, string>();

    // Refused callers come first, because they do not change the subject.
    for (const cell of cells.toSorted(
      (one, other) => Number(isAllowed(route, one)) - Number(isAllowed(route, other)),
    )) {
      const isFree = isAllowed(route, cell);
      const caller = row.spendsCaller && isFree ? await cell.caller.another() : cell.caller;
      const isAnew = isFree && (isMutation(row) || row.isOfCaller);
      const ids = isAnew ? await row.subject?.(here, caller) : shared[cell.which];
      const { status, body } = await send(t, route, caller, row.args(ids ?? {}), ids);
      answers.set(nameOf(cell), cellOf(status === route.status ? null : body));
      bodies.set(`${cell.which} ${answers.get(nameOf(cell))}`, textOf(body));
    }

    expect(Object.fromEntries(answers)).toEqual(
      Object.fromEntries(cells.map((cell) => [nameOf(cell), expectedOf(route)(cell)])),
    );
    const notFound = (which: string) => bodies.get(`${which} 404 not_found`);
    expect(notFound('foreign') ?? notFound('missing')).toBe(notFound('missing'));
    expect(notFound('missing') !== undefined).toBe(row.id !== undefined);
  });
});

describe('the matrix', () => {
  it('has an input row for every path', () => {
    expect(new Set(titled.map(({ route }) => route))).toEqual(new Set(routes));
  });
});

function isAllowed(route: Route, cell: Cell): boolean {
  return expectedOf(route)(cell) === 'OK';
}
