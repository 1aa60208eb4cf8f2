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

const ways: Way[] = [
  { name: 'Key at hand, one at a time', isCold: false, atOnce: 1 },
  { name: 'Key at hand, 50 at once', isCold: false, atOnce: 50 },
  { name: 'Key unwrapped anew, one at a time', isCold: true, atOnce: 1 },
  { name: 'Key unwrapped anew, 50 at once', isCold: true, atOnce: 50 },
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
    for (const { way } of rows) await block(platform, connected, way, ms);
    for (let round = 0; round < rounds; round += 1)
      for (const { way, blocks } of round % 2 === 0 ? rows : rows.toReversed())
        blocks.push(await block(platform, connected, way, ms));
    heading(`Secrets of the vault, opened by ${platform.name}`);
    figures(tableOf(rows, 'secret'));
  }
}

async function block(
  { process }: Platform,
  { workspaceId, credentialReferenceId: referenceId }: Connected,
  { isCold, atOnce }: Way,
  ms: number,
): Promise<Block> {
  const before = await process.cpuMicros();
  const command = { open: { workspaceId, referenceId, atOnce, isCold, ms } };
  const { count, elapsedMs } = (await process.command(command)) as Opened;
  const after = await process.cpuMicros();
  return { cpuMicros: (after - before) / count, perSecond: (count / elapsedMs) * 1000 };
}
