import type { Running } from './boot.ts';

/** Tells a person that the server is ready and what to open. */
export function sayReady({ config }: Running): void {
  const { baseUrl, sandboxUrl, environment, database } = config;
  const store = database.kind === 'PGLITE' ? `data in ${config.dataDir}` : 'data in PostgreSQL';
  const page = environment === 'development' ? `GraphiQL ${baseUrl}/graphql, ` : '';
  process.stdout.write(
    `Sallyport is ready: ${page}API description ${baseUrl}/openapi.json, sandbox ${sandboxUrl}/v1/sandbox/health; ${store}.\n`,
  );
}

/** Resolves with the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function stopSignal(): Promise<NodeJS.Signals> {
  return await new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve(signal);
      });
  });
}
