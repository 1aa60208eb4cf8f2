import type { Contestant } from './contestant.ts';
import { load } from './load.ts';
import type { Block } from './table.ts';

export interface Rounds {
  rounds: number;
  /** The duration of a block. */
  ms: number;
  /** The number of concurrent requests, unless the contestant specifies its own. */
  connections: number;
}

// Enough for V8 to compile most of the hot code. Bounded, so that a slow server ends too.
const warmUp = { answers: 30_000, stepMs: 1000, steps: 90 };

/**
 * Measures one block of each contestant per round, in the order ABC CBA BCA ACB …, so that a drift affects
 * all equally.
 */
export async function measure(
  contestants: readonly Contestant[],
  { rounds, ms, connections }: Rounds,
): Promise<Map<Contestant, Block[]>> {
  const blocks = new Map(contestants.map((it) => [it, [] as Block[]]));
  for (const contestant of contestants) await warm(contestant, connections);
  for (let round = 0; round < rounds; round += 1) {
    const first = Math.floor(round / 2) % contestants.length;
    const order = [...contestants.slice(first), ...contestants.slice(0, first)];
    for (const contestant of round % 2 === 0 ? order : order.toReversed())
      blocks.get(contestant)?.push(await block(contestant, connections, ms));
  }
  return blocks;
}

/** Measures response times with one request at a time, by round. The contestants must be warm. */
export async function measureWaits(
  contestants: readonly Contestant[],
  { rounds, ms }: Pick<Rounds, 'rounds' | 'ms'>,
): Promise<Map<Contestant, number[][]>> {
  const waits = new Map(contestants.map((it) => [it, [] as number[][]]));
  for (let round = 0; round < rounds; round += 1)
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed())
      waits.get(contestant)?.push((await load(contestant, 1, ms)).waits);
  return waits;
}

async function warm(contestant: Contestant, connections: number): Promise<void> {
  for (let step = 0, done = 0; step < warmUp.steps && done < warmUp.answers; step += 1)
    done += (await load(contestant, contestant.connections ?? connections, warmUp.stepMs)).waits.length;
}

async function block(contestant: Contestant, connections: number, ms: number): Promise<Block> {
  const before = await contestant.process.cpuMicros();
  const { waits, elapsedMs } = await load(contestant, contestant.connections ?? connections, ms);
  const after = await contestant.process.cpuMicros();
  return { cpuMicros: (after - before) / waits.length, perSecond: (waits.length / elapsedMs) * 1000 };
}
