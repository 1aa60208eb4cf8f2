// `npm run database -- status` and `npm run database -- stop`: control the embedded PostgreSQL of the data
// folder, which outlives killed processes.
import { statusOf, stopUnused } from '../db/embedded/control.ts';
import { hasDatabase } from '../db/embedded/folder.ts';
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';

const commands: Record<string, (dataDir: string) => Promise<string>> = { status, stop };

try {
  const { dataDir, database } = loadConfig(environment());
  const [name = '', ...others] = process.argv.slice(2);
  const command = commands[name];
  if (!command || others.length > 0)
    throw new Error('Name a command: `npm run database -- status` or `npm run database -- stop`.');
  if (database.url !== null)
    throw new Error('DATABASE_URL is set, so there is no embedded database. Use the tools of your server.');
  console.log(await command(dataDir));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function status(dataDir: string): Promise<string> {
  if (!hasDatabase(dataDir)) return `There is no database in ${dataDir} yet.`;
  const { isRunning, answers, processes } = await statusOf(dataDir);
  if (!isRunning) return `PostgreSQL does not run in ${dataDir}. The next start of Sallyport starts it.`;
  if (!answers)
    return `PostgreSQL runs in ${dataDir} but does not answer. The next start of Sallyport restarts it.`;
  return processes.length === 0
    ? `PostgreSQL runs in ${dataDir}, and no process of Sallyport uses it. \`npm run database -- stop\` stops it.`
    : `PostgreSQL runs in ${dataDir}, used by Sallyport's ${named(processes)}.`;
}

async function stop(dataDir: string): Promise<string> {
  if (!hasDatabase(dataDir)) return `There is no database in ${dataDir} yet.`;
  const processes = await stopUnused(dataDir);
  if (processes.length === 0) return `PostgreSQL does not run in ${dataDir}.`;
  throw new Error(
    `PostgreSQL in ${dataDir} is used by Sallyport's ${named(processes)}. Stop them; the last one stops it.`,
  );
}

function named(processes: readonly number[]): string {
  return `${processes.length === 1 ? 'process' : 'processes'} ${processes.join(', ')}`;
}
