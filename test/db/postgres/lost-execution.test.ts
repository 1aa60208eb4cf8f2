import { afterAll, expect, it } from 'vitest';
import { executeApproved, loseOverdue } from '../../../schema/approvals/approval/execute.ts';
import { kindOf, registerKind, type Execution } from '../../../schema/approvals/approval/kinds.ts';
import { approvalsOf } from '../../support/approvals.ts';
import { testApp } from '../../support/app.ts';
import { startChild } from '../../support/child.ts';
import { cast } from '../../support/people.ts';
import { eventsOf } from '../../support/trail.ts';

const t = await testApp({ ACCESS_TOKEN_TTL_SECONDS: '3600' });
const everyone = await cast(t);
const { owner, workspaceId } = everyone;
const developer = await everyone.as('DEVELOPER');
const { ask, approve } = approvalsOf(t, everyone);

let acts = 0;
const inside = kindOf('PRODUCTION_ACCESS');
const execution: Execution = {
  form: 'OUTSIDE',
  doneBy: 'the provider',
  seconds: 60,
  act: async () => await Promise.resolve(void (acts += 1)),
};
registerKind({ ...inside, execution });
afterAll(() => registerKind(inside));

it('a process that is killed with -9 during an act leaves OUTCOME_UNKNOWN, and the act is never repeated', async () => {
  const asked = await ask(developer);
  await approve(asked, owner);
  const url: string = t.ports.database.knex.client.config.connection.connectionString;
  const program = new URL('lost-execution.child.ts', import.meta.url);
  const { secrets, config } = t;
  const key = secrets.masterKey.toString('base64');
  const child = startChild(program, url, t.clock.now().toISOString(), key, config.dataDir);
  const acting = await child.line();
  await child.kill();
  const stateNow = async () => {
    const path = `/api/console/approvals/${asked.approvalRequestId}`;
    return (await t.rest('GET', path, { as: owner, workspace: workspaceId })).body;
  };

  const killed = await stateNow();
  t.clock.advance({ seconds: 60 });
  await Promise.all([loseOverdue(t.ports), executeApproved(t.ports)]);
  const leased = await stateNow();
  t.clock.advance({ seconds: 1 });
  await Promise.all([loseOverdue(t.ports), executeApproved(t.ports)]);
  const lost = await stateNow();
  t.clock.advance({ minutes: 10 });
  await Promise.all([loseOverdue(t.ports), executeApproved(t.ports)]);

  expect(child.errors).toEqual([]);
  expect(acting).toBe(asked.approvalRequestId);
  expect([killed.status, leased.status]).toEqual(['EXECUTING', 'EXECUTING']);
  expect(lost).toMatchObject({
    status: 'OUTCOME_UNKNOWN',
    outcome:
      'Whether the provider carried it out is unknown, since the process that ran it stopped. Check the provider before you make a new request.',
    endedAt: expect.any(String),
  });
  expect(await stateNow()).toEqual(lost);
  expect(acts).toBe(0);
  expect((await eventsOf(t, workspaceId)).at(-1)?.type).toBe('approval.outcome_unknown');
});
