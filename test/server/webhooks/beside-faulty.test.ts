import { describe, expect, it } from 'vitest';
import { count, isSoak } from '../../support/count.ts';
import { faults, type Fault } from './hosts.ts';
import {
  ended,
  happen,
  nothingInFlight,
  signIn,
  subscribeAll,
  worker,
  world,
  type Subscribed,
  type World,
} from './world.ts';

const timeout = 60 * 60_000;
/** Events per second, far below what one worker can send, so that capacity does not affect the latency. */
const perSecond = 100;
/** Runs without faulty receivers are first and last, so that other load affects both kinds. */
const runs = isSoak ? ['WITHOUT', 'WITH', 'WITH', 'WITHOUT'] : ['WITHOUT', 'WITH'];

interface Neighbourhood {
  endpoints: number;
  bad: number;
  faults: readonly Fault[];
}

type Latencies = Record<string, number[]>;

/** Returns the milliseconds from the commit of an event to its arrival, for endpoints that always work. */
async function latenciesIn(
  w: World,
  { endpoints, bad, faults: kinds }: Neighbourhood,
  events: number,
): Promise<Latencies> {
  const latencies: Latencies = { WITH: [], WITHOUT: [] };
  const every = endpoints / bad;
  for (const run of runs) {
    const faultOf = (index: number) =>
      run === 'WITH' && index % every === 0 ? (kinds[(index / every) % kinds.length] ?? null) : null;
    const subscribed = await subscribeAll(
      w,
      Array.from({ length: endpoints }, (_, index) => faultOf(index)),
    );
    const good = subscribed.filter((_, index) => index % every !== 0);
    // The first delivery to each endpoint opens its secret.
    await happen(w, subscribed, endpoints, perSecond);
    await ended(w, good);
    for (const { host } of subscribed) host.arrivals.clear();
    const committed = await happen(w, subscribed, events, perSecond);
    await ended(w, good);
    for (const it of good)
      for (const [id, [arrived = Number.NaN]] of it.host.arrivals)
        latencies[run]?.push(arrived - (committed.get(id) ?? Number.NaN));
    if (isSoak) await leave(w, subscribed);
  }
  return latencies;
}

/** Deletes the endpoints, so that nothing of them remains for the next run. */
async function leave(w: World, subscribed: readonly Subscribed[]): Promise<void> {
  const token = await signIn(w);
  const workspaces = Map.groupBy(subscribed, ({ workspaceId }) => workspaceId);
  await Promise.all(
    [...workspaces].map(async ([workspace, several]) => {
      for (const { endpointId } of several)
        await w.server.request('DELETE', `/api/console/webhooks/endpoints/${endpointId}`, {
          token,
          workspace,
        });
    }),
  );
  for (const { host } of subscribed) host.isGood = true;
  await nothingInFlight(w);
}

/** Returns how many deliveries arrived after their commit: all must. The test only prints the latency. */
function countsOf(latencies: Latencies): number[] {
  return Object.values(latencies).map((several) => several.filter((ms) => ms > 0).length);
}

function told(name: string, { WITH = [], WITHOUT = [] }: Latencies): string {
  const parts = [0.5, 0.99].map((share) => {
    const [bad, good] = [quantile(WITH, share), quantile(WITHOUT, share)];
    return `p${share * 100} ${bad.toFixed(0)} ms with them, ${good.toFixed(0)} ms without, ratio ${(bad / good).toFixed(2)}`;
  });
  return `${name}, ${WITHOUT.length} deliveries: ${parts.join('; ')}`;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

describe('working receivers beside faulty ones, without kills', () => {
  it('receive everything, with ten faulty ones among fifty', { timeout }, async () => {
    const w = await world();
    await worker(w);
    const events = count(10_000);

    const latencies = await latenciesIn(w, { endpoints: 50, bad: 10, faults }, events);

    expect(countsOf(latencies)).toEqual(Array(2).fill((events * runs.length * 0.8) / 2));
    console.info(told('ten bad ones of fifty', latencies));
  });

  it.runIf(isSoak)('receive everything, with ten dead ones among two hundred', { timeout }, async () => {
    const w = await world();
    await worker(w);
    const events = count(10_000);

    const latencies = await latenciesIn(w, { endpoints: 200, bad: 10, faults: ['dead'] }, events);

    expect(countsOf(latencies)).toEqual(Array(2).fill((events * runs.length * 0.95) / 2));
    console.info(told('ten dead ones of two hundred', latencies));
  });
});
