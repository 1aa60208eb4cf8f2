import { connect, type Connected } from './connection.ts';
import type { Opened } from './open-secrets.ts';
import { startPlatforms, type Platform } from './platform.ts';
import { tableOf, type Block } from './table.ts';
import { figures, heading } from './report.ts';

interface Way {
  name: string;
  isCold: boolean;
  atOnce: number;
}

// Bounded, since one unwrapped key after the other is slow.
const warmUp = { secrets: 5_000, steps: 10 };

const ways: Way[] = [
  { name: 'Cached key, one at a time', isCold: false, atOnce: 1 },
  { name: 'Cached key, 50 at once', isCold: false, atOnce: 50 },
  { name: 'Key unwrapped each time, one at a time', isCold: true, atOnce: 1 },
  { name: 'Key unwrapped each time, 50 at once', isCold: true, atOnce: 50 },
];

/**
 * Prints the cost of opening a provider's secret in the server's process, including the committed audit
 * entry.
 */
export async function measureVault({ rounds, ms }: { rounds: number; ms: number }): Promise<void> {
  await using held = new AsyncDisposableStack();
  for (const platform of await startPlatforms(held, 'bench/commanded-server.ts')) {
    const connected = await connect(platform);
    const rows = ways.map((way) => ({ way, name: way.name, blocks: [] as Block[] }));
    for (const { way } of rows) await warm(platform, connected, way, ms);
    for (let round = 0; round < rounds; round += 1)
      for (const { way, blocks } of round % 2 === 0 ? rows : rows.toReversed())
        blocks.push(await block(platform, connected, way, ms));
    heading(`Secrets of the vault, opened by ${platform.name}`);
    figures(tableOf(rows, 'secret'));
  }
}

async function warm(platform: Platform, connected: Connected, way: Way, ms: number): Promise<void> {
  for (let step = 0, done = 0; step < warmUp.steps && done < warmUp.secrets; step += 1)
    done += (await open(platform, connected, way, ms)).count;
}

async function open({ process }: Platform, connected: Connected, way: Way, ms: number): Promise<Opened> {
  const { workspaceId, credentialReferenceId: referenceId } = connected;
  const { isCold, atOnce } = way;
  return (await process.command({ open: { workspaceId, referenceId, atOnce, isCold, ms } })) as Opened;
}

async function block(platform: Platform, connected: Connected, way: Way, ms: number): Promise<Block> {
  const { process } = platform;
  const before = await process.cpuMicros();
  const { count, elapsedMs } = await open(platform, connected, way, ms);
  const after = await process.cpuMicros();
  return { cpuMicros: (after - before) / count, perSecond: (count / elapsedMs) * 1000 };
}
