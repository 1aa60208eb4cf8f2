import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { endpointFor, happen, receiver, status, workerOf } from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1', ACCESS_TOKEN_TTL_SECONDS: '3600' });
const at = await cast(t);
const { owner, workspaceId: workspace } = at;
const host = await receiver();
await endpointFor(t, at, host.url);
const worker = workerOf(t);

/** Causes a delivery that is answered with the statuses, one after the other. Returns its application. */
async function answered(...codes: number[]): Promise<string> {
  const applicationId = await happen(t, at);
  for (const code of codes) {
    host.answers = status(code);
    await worker.work();
    t.clock.advance({ seconds: 10 });
  }
  return applicationId;
}

async function resources(query: string): Promise<string[]> {
  const { status: code, body } = await t.rest('GET', `/api/console/webhooks/deliveries?limit=100&${query}`, {
    as: owner,
    workspace,
  });
  expect([code, body.code]).toEqual([200, undefined]);
  const events = await Promise.all(
    body.data.map(async ({ eventId }: { eventId: string }) =>
      t.rest('GET', `/api/console/events/${eventId}`, { as: owner, workspace }),
    ),
  );
  return events.map((event) => event.body.resource.id);
}

describe('the list of deliveries', () => {
  it('can be limited by the status of the last finished attempt, not of an earlier one', async () => {
    const healed = await answered(503, 204);

    expect(await resources('lastStatusCode=204')).toEqual([healed]);
    expect(await resources('lastStatusCode=503')).toEqual([]);
    const failing = await answered(500);
    expect(await resources('lastStatusCode=500')).toEqual([failing]);
    expect(await resources('lastStatusCode=500&status=SUCCEEDED')).toEqual([]);
    host.answers = status(200);
    await worker.work();
    expect(await resources('lastStatusCode=500')).toEqual([]);
    expect(await resources('lastStatusCode=200')).toEqual([failing]);
  });

  it('can be limited by time, from its beginning and without its end', async () => {
    t.clock.advance({ minutes: 5 });
    const early = t.clock.now();
    const first = await answered(200);
    t.clock.set(new Date(early.getTime() + 60_000).toISOString());
    const late = t.clock.now();
    const second = await answered(200);
    const [from, to] = [early, late].map((time) => encodeURIComponent(time.toISOString()));

    expect(await resources(`since=${from}`)).toEqual([first, second]);
    expect(await resources(`since=${from}&until=${to}`)).toEqual([first]);
    expect(await resources(`since=${to}`)).toEqual([second]);
    expect(await resources(`since=${from}&order=newest`)).toEqual([second, first]);
    expect(await resources(`until=${from}&since=${from}`)).toEqual([]);
  });

  it.each(['lastStatusCode=99', 'lastStatusCode=x', 'since=yesterday'])(
    '422 validation_failed: refuses %s',
    async (query) => {
      const path = `/api/console/webhooks/deliveries?${query}`;

      expect(await t.rest('GET', path, { as: owner, workspace })).toMatchObject({
        status: 422,
        body: { code: 'validation_failed' },
      });
    },
  );
});
