import type { Contestant } from './contestant.ts';
import { load } from './load.ts';
import type { Block } from './table.ts';

export interface Rounds {
  rounds: number;
  /** How long a block takes. */
  ms: number;
  /** How many requests are under way at once, where the contestant does not say. */
  connections: number;
}

// Enough that V8 has compiled what runs hot, which for ours is after some 60,000 answers; bounded, so that a slow one ends, too.
const warmUp = { answers: 100_000, stepMs: 1000, steps: 8 };

/** One block of each contestant per round, in the order ABC CBA BCA ACB …, so that a drift meets all alike. */
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

/** How long each answer took when they were asked one at a time, by round. They have to be warm. */
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
