import { expect, it } from 'vitest';
import {
  connectionStatuses,
  Connection,
  type ConnectionProblem,
  type ConnectionStatus,
} from '../../../../db/models/connection.ts';
import { testApp } from '../../../support/app.ts';
import { connectionsOf } from '../../../support/connections.ts';
import { countersOf } from '../../../support/counters.ts';
import { cast } from '../../../support/people.ts';
import { provider } from '../../../support/provider.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
const place = await cast(t);
const { id } = await connectionsOf(t, place).made(await provider());
const now = t.clock.now();
const broken: readonly ConnectionStatus[] = ['ACTION_REQUIRED', 'FAILED', 'EXPIRED'];

async function countedAs(status: ConnectionStatus, problem: ConnectionProblem | null) {
  await t.unrecorded((knex) =>
    Connection.change(knex, id, now, {
      status,
      problem,
      disconnectedAt: status === 'DISCONNECTED' ? now : null,
    }),
  );
  return (await countersOf(t, { as: place.owner, workspaceId: place.workspaceId })).connectionsBroken;
}

it.each(connectionStatuses)(
  'connectionsBroken counts a connection that is %s, if a person must fix it',
  async (status) => {
    expect(await countedAs(status, null)).toBe(broken.includes(status) ? 1 : 0);
  },
);

it('connectionsBroken counts a connection that is authorized again because of a problem, until it is disabled', async () => {
  expect(await countedAs('PENDING_REAUTHORIZATION', 'GRANT_REFUSED')).toBe(1);
  expect(await countedAs('DISABLED', 'GRANT_REFUSED')).toBe(0);
});

it('connectionsBroken counts only connections of the workspace', async () => {
  const other = await cast(t);

  expect(await countedAs('FAILED', null)).toBe(1);
  expect(await countersOf(t, { as: other.owner, workspaceId: other.workspaceId })).toMatchObject({
    connectionsBroken: 0,
  });
});
