import { afterAll, expect, it } from 'vitest';
import { startJobs } from '../../../server/jobs/index.ts';
import { anotherInstance, testApp } from '../../support/app.ts';
import { liveTo } from '../../support/live.ts';
import { cast } from '../../support/people.ts';

const t = await testApp();
const beside = await anotherInstance(t);
await beside.app.listen({ port: 0, host: 'localhost' });
const there = liveTo(beside);
const jobs = startJobs(beside.ports);
afterAll(async () => await jobs[Symbol.asyncDispose]());

it('without Redis, an event on one instance arrives at a socket on another through the jobs', async () => {
  const people = await cast(t);
  const { owner, workspaceId: workspace } = people;
  const cursor = await t.graphql('{ eventCursor }', {}, { as: owner, workspace });
  const { follow } = await there.watch(owner, workspace);
  const query = 'subscription ($after: String) { eventOccurred(after: $after) { type } }';
  const told = follow(query, { after: cursor.body.data.eventCursor });
  const body = { name: 'Seen elsewhere' };

  const { status } = await t.rest('PATCH', '/api/console/workspace', { as: owner, workspace, body });
  const from = performance.now();
  await told.after(1);

  console.info(`Told ${Math.round(performance.now() - from)} ms after the command was answered elsewhere.`);
  expect(status).toBe(200);
  expect(told.messages).toEqual([{ data: { eventOccurred: { type: 'workspace.updated' } } }]);
});
