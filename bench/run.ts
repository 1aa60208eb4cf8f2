// `npm run bench [-- --rounds 8 --seconds 1.2 --connections 32]`: CPU time per request, side by side in one run.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Contest, Contestant } from './contestant.ts';
import { startContests } from './contestants.ts';
import { load } from './load.ts';
import { startPlatforms } from './platform.ts';
import { measureSearch } from './search.ts';
import { measureSockets } from './sockets.ts';
import { isPinned } from './process.ts';
import { tableOf, type Block } from './table.ts';
import { measureVault } from './vault.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1.2' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: 'requests,sockets,vault,search' },
  },
});
const rounds = Number(values.rounds);
const blockMs = Number(values.seconds) * 1000;
const parts = new Set(values.only.split(','));
const connections = Number(values.connections);
// Enough that V8 has compiled what runs hot; bounded, so that a slow machine ends, too.
const warmUp = { answers: 3000, stepMs: 1000, steps: 5 };

try {
  await using held = new AsyncDisposableStack();
  describeMachine();
  if (parts.has('vault')) await measureVault({ rounds, ms: blockMs });
  if (parts.has('search')) await measureSearch();
  const platforms = await startPlatforms(held);
  if (parts.has('requests')) {
    const contests = await startContests(held, platforms);
    const blocks = await measure(contests.flatMap(({ contestants }) => contestants));
    for (const contest of contests) print(contest, blocks);
  }
  if (parts.has('sockets')) await measureSockets(platforms, held);
} catch (error) {
  console.error(`The bench stopped: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** One block of each contestant per round, in the order ABC CBA BCA ACB …, so that a drift meets all alike. */
async function measure(contestants: Contestant[]): Promise<Map<Contestant, Block[]>> {
  const blocks = new Map(contestants.map((it) => [it, [] as Block[]]));
  for (const contestant of contestants) await warm(contestant);
  for (let round = 0; round < rounds; round += 1) {
    const first = Math.floor(round / 2) % contestants.length;
    const order = [...contestants.slice(first), ...contestants.slice(0, first)];
    for (const contestant of round % 2 === 0 ? order : order.toReversed())
      blocks.get(contestant)?.push(await block(contestant));
  }
  return blocks;
}

async function warm(contestant: Contestant): Promise<void> {
  for (let step = 0, done = 0; step < warmUp.steps && done < warmUp.answers; step += 1)
    done += (await load(contestant, connections, warmUp.stepMs)).answers;
}

async function block(contestant: Contestant): Promise<Block> {
  const before = await contestant.process.cpuMicros();
  const { answers, elapsedMs } = await load(contestant, connections, blockMs);
  const after = await contestant.process.cpuMicros();
  return { cpuMicros: (after - before) / answers, perSecond: (answers / elapsedMs) * 1000 };
}

function print({ title, contestants }: Contest, blocks: Map<Contestant, Block[]>): void {
  console.log(`\n${title}\n`);
  console.log(tableOf(contestants.map((it) => ({ name: it.name, blocks: blocks.get(it) ?? [] }))));
}

function describeMachine(): void {
  const [first] = cpus();
  const pinned = isPinned ? 'servers on core 0, load on core 1' : 'not pinned';
  console.log(
    `${cpus().length} cores of ${first?.model ?? 'an unknown kind'}, ${pinned}; Node ${process.versions.node}.`,
  );
  console.log(
    `${new Date().toISOString().slice(0, 10)}; ${rounds} rounds of ${blockMs} ms each, ${connections} connections.`,
  );
  const [busy = 0] = loadavg();
  if (busy > cpus().length / 2)
    console.log(
      `The machine is busy with something else (load average ${busy.toFixed(1)}): all figures are too high.`,
    );
}
