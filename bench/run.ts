// `npm run bench [-- --rounds 8 --seconds 1.2 --connections 32]`: CPU time per request, side by side in one run.
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import type { Contest } from './contestant.ts';
import { echoContest } from './echo.ts';
import { gatewayContest } from './gateway.ts';
import { mcpContests, setMcpStage } from './mcp.ts';
import { startPlatforms } from './platform.ts';
import { productContest } from './products.ts';
import { measureDeliveries } from './deliveries.ts';
import { install } from './installed.ts';
import { measureSearch } from './search.ts';
import { measureStorage } from './storage.ts';
import { measureSockets } from './sockets.ts';
import { buildServer } from '../scripts/build/server.ts';
import { measureStart } from './start.ts';
import { systemCalls } from './system-calls.ts';
import { isPinned } from './process.ts';
import { measure, measureWaits } from './rounds.ts';
import { tableOf, tableOfWaits } from './table.ts';
import { figures, heading, note, writePage } from './report.ts';
import { measureVault } from './vault.ts';
import { viewerContest } from './viewers.ts';

// Each starts after the previous one and its peers have ended, since selections last fifteen minutes.
const contests = {
  echo: echoContest,
  products: productContest,
  viewers: viewerContest,
  gateway: gatewayContest,
};

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1.2' },
    connections: { type: 'string', default: '32' },
    only: {
      type: 'string',
      default: 'echo,products,viewers,gateway,mcp,sockets,deliveries,start,storage,vault,search',
    },
    write: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const blockMs = Number(values.seconds) * 1000;
const parts = new Set(values.only.split(','));
const connections = Number(values.connections);
// Bounded, so that tokens and selections do not expire.
const maxWaitsMs = 1000;
try {
  await using held = new AsyncDisposableStack();
  describeMachine();
  install();
  await buildServer();
  if (parts.has('start')) await measureStart(held);
  if (parts.has('storage')) await measureStorage(held);
  if (parts.has('vault')) await measureVault({ rounds, ms: blockMs });
  if (parts.has('search')) await measureSearch();
  const platforms = await startPlatforms(held);
  for (const [part, start] of Object.entries(contests)) {
    if (!parts.has(part)) continue;
    await using peers = new AsyncDisposableStack();
    await compare(await start(peers, platforms));
  }
  if (parts.has('mcp')) {
    const stage = await setMcpStage(held, platforms);
    for (const start of mcpContests) await compare(await start(stage));
  }
  if (parts.has('sockets')) await measureSockets(platforms, held);
  if (parts.has('deliveries')) await measureDeliveries(held, platforms, { rounds });
  if (values.write) writePage();
} catch (error) {
  console.error(`The bench stopped: ${(error as Error).message}`);
  process.exitCode = 1;
}

/** Prints the cost of each contestant. */
async function compare({ title, contestants, isTimed, isTraced }: Contest): Promise<void> {
  const blocks = await measure(contestants, { rounds, ms: blockMs, connections });
  heading(title);
  figures(tableOf(contestants.map((it) => ({ name: it.name, blocks: blocks.get(it) ?? [] }))));
  const calls = isTraced ? await systemCalls(contestants) : null;
  if (calls) figures(calls);
  if (!isTimed) return;
  const waits = await measureWaits(contestants, { rounds, ms: Math.min(blockMs, maxWaitsMs) });
  note('The same, one at a time');
  figures(tableOfWaits(contestants.map((it) => ({ name: it.name, waits: waits.get(it) ?? [] }))));
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
