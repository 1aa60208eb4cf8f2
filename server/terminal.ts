import type { Running } from './boot.ts';
import { hasConsole } from './console.ts';

/** Prints that the server is ready, and its addresses. */
export function sayReady({ config }: Running): void {
  const { baseUrl, sandboxUrl, environment, database } = config;
  const store = database.url === null ? `data in ${config.dataDir}` : 'data in PostgreSQL';
  const pages = [
    hasConsole(config) && `console ${baseUrl}/console`,
    environment === 'development' && `GraphiQL ${baseUrl}/graphql`,
    `API reference ${baseUrl}/reference`,
    `sandbox ${sandboxUrl}/v1/sandbox/health`,
  ].filter(Boolean);
  process.stdout.write(`Sallyport is ready: ${pages.join(', ')}; ${store}.\n`);
}

// A terminal sends Ctrl-C to npm and to us, and npm forwards its own. Within a second both are the same one.
const sameSignalMs = 1000;

/**
 * Resolves with the first SIGINT or SIGTERM, or with SIGHUP if a terminal closes. A second signal ends the
 * process immediately. A process under `nohup` continues.
 */
export async function stopSignal(): Promise<NodeJS.Signals> {
  return await new Promise((resolve) => {
    let askedAt: number | undefined;
    const closing = process.stdout.isTTY ? (['SIGHUP'] as const) : [];
    // Writes to a closed terminal fail.
    if (process.stdout.isTTY)
      for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
    for (const signal of ['SIGINT', 'SIGTERM', ...closing] as const)
      process.on(signal, () => {
        askedAt ??= performance.now();
        if (performance.now() - askedAt > sameSignalMs) process.exit(1);
        resolve(signal);
      });
  });
}
