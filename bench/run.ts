// `npm run bench [-- --rounds 8 --seconds 1.2 --connections 32]`: CPU time per request, side by side in one run.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Contest } from './contestant.ts';
import { startContests } from './contestants.ts';
import { mcpContests, setMcpStage } from './mcp.ts';
import { startPlatforms } from './platform.ts';
import { measureDeliveries } from './deliveries.ts';
import { install } from './installed.ts';
import { measureSearch } from './search.ts';
import { measureStorage } from './storage.ts';
import { measureSockets } from './sockets.ts';
import { systemCalls } from './system-calls.ts';
import { isPinned } from './process.ts';
import { measure, measureWaits } from './rounds.ts';
import { tableOf, tableOfWaits } from './table.ts';
import { figures, heading, note, writePage } from './report.ts';
import { measureVault } from './vault.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1.2' },
    connections: { type: 'string', default: '32' },
    only: { type: 'string', default: 'requests,mcp,sockets,deliveries,storage,vault,search' },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const blockMs = Number(values.seconds) * 1000;
const parts = new Set(values.only.split(','));
const connections = Number(values.connections);
// Tokens and selections live on while they are asked.
const maxWaitsMs = 1000;
try {
  await using held = new AsyncDisposableStack();
  describeMachine();
  install();
  if (parts.has('storage')) await measureStorage(held);
  if (parts.has('vault')) await measureVault({ rounds, ms: blockMs });
  if (parts.has('search')) await measureSearch();
  const platforms = await startPlatforms(held);
  if (parts.has('requests')) await compare(await startContests(held, platforms));
  if (parts.has('mcp')) {
    const stage = await setMcpStage(held, platforms);
    for (const start of mcpContests) await compare([await start(stage)]);
  }
  if (parts.has('sockets')) await measureSockets(platforms, held);
  if (parts.has('deliveries')) await measureDeliveries(held, platforms, { rounds });
  if (values.write) writePage();
} catch (error) {
  console.error(`The bench stopped: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** Prints what each contestant of each contest needs; those of all contests take turns. */
async function compare(contests: Contest[]): Promise<void> {
  const all = contests.flatMap(({ contestants }) => contestants);
  const blocks = await measure(all, { rounds, ms: blockMs, connections });
  for (const { title, contestants, isTimed, isTraced } of contests) {
    heading(title);
    figures(tableOf(contestants.map((it) => ({ name: it.name, blocks: blocks.get(it) ?? [] }))));
    const calls = isTraced ? await systemCalls(contestants) : null;
    if (calls) figures(calls);
    if (!isTimed) continue;
    const waits = await measureWaits(contestants, { rounds, ms: Math.min(blockMs, maxWaitsMs) });
    note('The same, one at a time');
    figures(tableOfWaits(contestants.map((it) => ({ name: it.name, waits: waits.get(it) ?? [] }))));
  }
}

function describeMachine(): void {
  const [first] = cpus();
  const pinned = isPinned ? 'servers on core 0, load on core 1' : 'not pinned';
  note(
    `${cpus().length} cores of ${first?.model ?? 'an unknown kind'}, ${pinned}; Node ${process.versions.node}.`,
  );
  note(
    `${new Date().toISOString().slice(0, 10)}; ${rounds} rounds of ${blockMs} ms each, ${connections} connections.`,
  );
  const [busy = 0] = loadavg();
  if (busy > cpus().length / 2)
    note(
      `The machine is busy with something else (load average ${busy.toFixed(1)}): all figures are too high.`,
    );
}
