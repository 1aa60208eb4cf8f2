import type { Opened, Running } from './boot.ts';

/** Tells a person that the server is ready and what to open. */
export function sayReady({ config }: Running): void {
  const { baseUrl, sandboxUrl, environment, database } = config;
  const store = database.kind === 'PGLITE' ? `data in ${config.dataDir}` : 'data in PostgreSQL';
  const page = environment === 'development' ? `GraphiQL ${baseUrl}/graphql, ` : '';
  process.stdout.write(
    `Sallyport is ready: ${page}API description ${baseUrl}/openapi.json, sandbox ${sandboxUrl}/v1/sandbox/health; ${store}.\n`,
  );
}

// A terminal sends Ctrl-C to npm and to us, and npm passes its own on: within a second it is the same one.
const sameSignalMs = 1000;

/** Resolves with the first SIGINT or SIGTERM; a second one ends the process at once. */
export async function stopSignal(): Promise<NodeJS.Signals> {
  return await new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => {
        askedAt ??= performance.now();
        if (performance.now() - askedAt > sameSignalMs) process.exit(1);
        resolve(signal);
      });
  });
}

/** On SIGUSR2 the next signing key is added; `npm run rotate-signing-key` sends it. */
export function onRotate({ ports: { tokens, clock, log } }: Opened): void {
  process.on('SIGUSR2', () => {
    tokens.rotate(clock.now()).then(
      (kid) => log.info({ event: 'signing_key.added', kid }),
      (error: unknown) => log.error({ event: 'signing_key.failed', error }),
    );
  });
}
