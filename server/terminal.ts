import type { Running } from './boot.ts';

/** Tells a person that the server is ready and what to open. */
export function sayReady({ config }: Running): void {
  const { baseUrl, sandboxUrl, environment, database } = config;
  const store = database.url === null ? `data in ${config.dataDir}` : 'data in PostgreSQL';
  const page = environment === 'development' ? `GraphiQL ${baseUrl}/graphql, ` : '';
  process.stdout.write(
    `Sallyport is ready: ${page}API description ${baseUrl}/openapi.json, sandbox ${sandboxUrl}/v1/sandbox/health; ${store}.\n`,
  );
}

// A terminal sends Ctrl-C to npm and to us, and npm passes its own on: within a second it is the same one.
const sameSignalMs = 1000;

/**
 * Resolves with the first SIGINT or SIGTERM, or SIGHUP where a terminal is closed; a second one ends the process at once. Who
 * starts it by `nohup` has it go on.
 */
export async function stopSignal(): Promise<NodeJS.Signals> {
  return await new Promise((resolve) => {
    let askedAt: number | undefined;
    const closing = process.stdout.isTTY ? (['SIGHUP'] as const) : [];
    // A terminal that is closed takes no lines any more.
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
