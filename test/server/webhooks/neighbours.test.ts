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
/** Far below what one worker can send, so that what is waited for is not room. */
const perSecond = 100;
/** Those without bad ones first and last, so that what else goes on in the machine falls on both. */
const runs = isSoak ? ['WITHOUT', 'WITH', 'WITH', 'WITHOUT'] : ['WITHOUT', 'WITH'];

interface Neighbourhood {
  endpoints: number;
  bad: number;
  faults: readonly Fault[];
}

type Latencies = Record<string, number[]>;

/** Milliseconds from the commit of an event to its arrival at each endpoint that is good in all runs. */
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
    // The first delivery to each opens its secret.
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

/** Nothing of them is left for the next run. */
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

/** How many came after they were committed, which have to be all. Their times are told, and judged by who reads them. */
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

describe('good receivers beside bad ones, while nothing is killed', () => {
  it('get all that is theirs, of fifty of which ten are bad', { timeout }, async () => {
    const w = await world();
    await worker(w);
    const events = count(10_000);

    const latencies = await latenciesIn(w, { endpoints: 50, bad: 10, faults }, events);

    expect(countsOf(latencies)).toEqual(Array(2).fill((events * runs.length * 0.8) / 2));
    console.info(told('ten bad ones of fifty', latencies));
  });

  it.runIf(isSoak)('get all that is theirs, of two hundred of which ten are dead', { timeout }, async () => {
    const w = await world();
    await worker(w);
    const events = count(10_000);

    const latencies = await latenciesIn(w, { endpoints: 200, bad: 10, faults: ['dead'] }, events);

    expect(countsOf(latencies)).toEqual(Array(2).fill((events * runs.length * 0.95) / 2));
    console.info(told('ten dead ones of two hundred', latencies));
  });
});
