import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.ts';
import { count } from '../../support/count.ts';
import { liveTo } from '../../support/live.ts';
import { cast, somebody } from '../../support/people.ts';

// One account runs more operations at the same time here than the limit allows.
const t = await testApp({ LIMIT_OPERATIONS_PER_MEMBER: '20000' });
await t.app.listen({ port: 0, host: 'localhost' });
const here = liveTo(t);

const perSocket = 100;
const copies = Array.from({ length: 3 }, (_, i) => `d${i}: data`).join(' ');
/** Every query differs, so that the server executes each one separately. */
const query = (name: number) =>
  `subscription Q${name} ($after: String) { eventOccurred(after: $after) { cursor event { id type ${copies} } } }`;

describe('one account that catches up with four hundred different subscriptions', () => {
  it('does not delay the requests of others', async () => {
    const people = await cast(t);
    const other = await somebody(t);
    const asked = { as: people.owner, workspace: people.workspaceId };
    const after = (await t.graphql('{ eventCursor }', {}, asked)).body.data.eventCursor as string;
    const events = Math.max(25, count(270));
    for (let i = 0; i < events; i += 1) {
      const body = { name: `Project ${i}`, description: 'x'.repeat(1000) };
      const { status } = await t.rest('POST', '/api/console/projects', { ...asked, body });
      expect(status).toBe(201);
    }
    const watchers = await Promise.all([1, 2, 3, 4].map(() => here.watch(people.owner, people.workspaceId)));

    const told = watchers.flatMap(({ follow }, socket) =>
      Array.from({ length: perSocket }, (_, i) => follow(query(socket * perSocket + i), { after })),
    );
    const toldSoFar = () => told.reduce((sum, { messages }) => sum + messages.length, 0);
    await told[0]?.after(1);
    const started = performance.now();
    const waited: number[] = [];
    const answers = 10;
    while (waited.length < answers) {
      const before = performance.now();
      const { status } = await t.rest('GET', '/api/developer-portal/me', { as: other });
      expect(status).toBe(200);
      waited.push(performance.now() - before);
    }
    const toldMeanwhile = toldSoFar();
    await Promise.all(told.map(async (one) => await Promise.race([one.after(events), one.ended])));

    const all = told.length * events;
    console.info(
      `${all} messages in ${Math.round(performance.now() - started)} ms; another's call took at most ` +
        `${Math.round(Math.max(...waited))} ms, and ${answers} were answered after ${toldMeanwhile} messages`,
    );
    expect(toldSoFar()).toBe(all);
    expect(toldMeanwhile).toBeLessThan(all / 2);
  });
});
