// `npm run cluster`: two instances, a worker and a reverse proxy as plain processes with PostgreSQL and
// Redis. It is `compose.yaml` without containers.
import { SettingsError } from '../server/config/env.ts';
import { keepRunning, type Kept, type Part } from './cluster-processes.ts';
import { commonSettings, type Common } from './cluster-settings.ts';

/** As in the npm scripts: half of the memory, for the same CPU time. */
const asByNpm = ['--max-semi-space-size=16'];

const say = (line: string) => void process.stdout.write(`${line}\n`);
const stopping = Promise.withResolvers<void>();
// Ctrl-C arrives twice if npm forwards its own; both mean the same.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.resolve());

try {
  await using held = new AsyncDisposableStack();
  const common = await commonSettings(held);
  say(`PostgreSQL  ${common.database}`);
  say(`Redis       ${common.redis}`);
  const started = await startAll(common, held);
  if (started) {
    describe(common, started);
    await stopping.promise;
  }
  say('Stopping: requests in progress finish first.');
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const isExplained = error instanceof SettingsError;
  process.stderr.write(`${isExplained ? error.message : `The cluster cannot continue: ${error.message}`}\n`);
  process.exitCode = 1;
}

/**
 * Starts all processes together: one instance migrates, the others wait. Returns null after an early stop.
 */
async function startAll(common: Common, held: AsyncDisposableStack): Promise<Kept[] | null> {
  const noLonger = new AbortController();
  const starting = partsOf(common).map(async (part) => await keepRunning(part, say, noLonger.signal));
  held.defer(async () => {
    // A process may never become ready; for example, the proxy waits for an instance.
    noLonger.abort();
    const settled = await Promise.allSettled(starting);
    const started = settled.flatMap((it) => (it.status === 'fulfilled' ? [it.value] : []));
    // The proxy stops last, since it forwards the instances' remaining answers.
    await stopAll(started.filter(({ name }) => name !== 'proxy'));
    await stopAll(started);
  });
  return await Promise.race([Promise.all(starting), stopping.promise.then(() => null)]);
}

async function stopAll(started: readonly Kept[]): Promise<void> {
  await Promise.all(started.map(async (it) => await it.stop()));
}

function partsOf({ env, config: { port } }: Common): Part[] {
  const server = (name: string, at: number): Part => ({
    name,
    command: [...asByNpm, 'dist/main.js'],
    env: { ...env, PORT: String(at), WEBHOOK_DELIVERY: 'elsewhere' },
  });
  const [one, two] = [port + 1, port + 2];
  return [
    { name: 'proxy', command: ['scripts/reverse-proxy.ts', String(port), String(one), String(two)], env },
    server('one', one),
    server('two', two),
    { name: 'worker', command: [...asByNpm, 'dist/worker.js'], env },
  ];
}

function describe({ config: { baseUrl, port } }: Common, started: readonly Kept[]): void {
  const purposes: Record<string, string> = {
    proxy: `${baseUrl}, balances requests over the ready instances`,
    one: `an instance, on port ${port + 1}`,
    two: `an instance, on port ${port + 2}`,
    worker: 'delivers webhooks',
  };
  for (const it of started) say(`${it.name.padEnd(11)} ${purposes[it.name]}; process ${it.pid()}`);
  say(
    'The cluster is ready. Kill any of these processes to see the others continue. Ctrl-C stops all of them.',
  );
}
