import { describe, expect, it } from 'vitest';
import type { Route } from '../../../adapters/rest/route.ts';
import { routes } from '../../../adapters/rest/routes.ts';
import { cellOf, cellsOf, nameOf, sharedIds, type Cell } from '../../schema/matrix.cells.ts';
import { rows } from '../../schema/matrix.inputs.ts';
import { matrixWorld } from '../../schema/matrix.world.ts';
import { testApp } from '../../support/app.ts';
import { quarter, some } from '../../support/count.ts';
import { cast } from '../../support/people.ts';
import { entriesOf, textOf } from '../../support/trail.ts';
import { expectedOf, operationOf, send, type Sent, withQuery } from './matrix.send.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const { here, there, callers } = await matrixWorld(t);

const titled = routes.map((route) => ({
  route,
  row: rows.find(({ operation }) => operation === operationOf(route)),
  title: `${route.method} ${route.path}`,
}));

/** Ways to send an invalid request. */
const spoils: Record<string, (sent: Sent, route: Route) => Sent> = {
  'a body that is no JSON': (sent) => ({ ...sent, body: '{"name":', headers: json }),
  'fields that there are not': (sent) => ({ ...sent, body: { nothing: 'of the sort' } }),
  'a body that is no object': (sent) => ({ ...sent, body: '[1]', headers: json }),
  'another content type': (sent) => ({ ...sent, body: 'name=x', headers: { 'content-type': 'text/plain' } }),
  'a body that is too large': (sent, { bodyLimitBytes = 1_048_576 }) => ({
    ...sent,
    body: `"${'x'.repeat(bodyLimitBytes)}"`,
    headers: json,
  }),
  'a parameter that there is not': (sent) => ({ ...sent, path: withQuery(sent.path, 'nothing=x&limit=no') }),
};
const json = { 'content-type': 'application/json' };

describe.each(quarter(titled))('$title', ({ route, row }) => {
  it('spec §7: checks the permission first, whatever is wrong with the request', async () => {
    if (!row) throw new Error('There is no row of it.');
    const judged = expectedOf(route);
    // Rules that depend on the row need the input, so the test expects only refusals that do not need them.
    const plain = { ...row, needs: undefined, reads: undefined, isOfPeople: false };
    const isRefused = (cell: Cell) =>
      judged({ ...cell, row: plain as never }) === judged(cell) && /^40[13]/.test(judged(cell));
    const cells = cellsOf(row, callers).filter((cell) => cell.which === 'own' && isRefused(cell));
    const kinds = [...Map.groupBy(cells, judged).values()].flatMap(([first]) => first ?? []);
    const { own } = await sharedIds(row, here, there);
    const all = Object.entries(spoils).filter(([way]) => route.method !== 'GET' || way.includes('parameter'));
    const ways = some(all, 1);
    const answers = new Map<string, string>();
    for (const cell of kinds)
      for (const [way, spoil] of ways) {
        const { body } = await send(t, route, cell.caller, row.args(own), own, (sent) => spoil(sent, route));
        answers.set(`${nameOf(cell)}, ${way}`, cellOf(body));
        expect(textOf(body)).not.toContain('of the sort');
      }

    const told = kinds.flatMap((cell) =>
      ways.map(([way]) => [`${nameOf(cell)}, ${way}`, judged(cell)] as const),
    );
    expect(Object.fromEntries(answers)).toEqual(Object.fromEntries(told));
  });
});

it('the audit log contains the refusal, as if the server had read the body', async () => {
  const place = await cast(t);
  const viewer = await place.as('VIEWER');
  const answer = await t.rest('POST', '/api/console/applications', {
    as: viewer,
    workspace: place.workspaceId,
    body: '{"name":',
    headers: json,
  });

  expect(answer).toMatchObject({ status: 403, body: { code: 'permission_required' } });
  expect((await entriesOf(t, place.workspaceId)).at(-1)).toMatchObject({
    action: 'createApplication',
    outcome: 'DENIED',
    changes: { code: 'permission_required', permission: 'applications:write' },
  });
});
