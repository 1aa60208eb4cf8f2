// `npm run rotate-signing-key`: adds the key that signs access tokens next. Nobody is signed out and nothing is
// restarted: the new key is published before it signs, the old one verifies until its last token has expired.
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { claimDataFolder, readHolder } from '../db/data-folder.ts';
import { openDatabase } from '../db/knex.ts';
import { addSigningKey, publishSeconds } from '../schema/session/key-ring.ts';
import { loadConfig, type Config } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { loadSecrets } from '../server/config/secrets.ts';

const patienceSeconds = 15;

try {
  const config = loadConfig(environment());
  const holder = config.database.kind === 'PGLITE' ? readHolder(config.dataDir) : undefined;
  const kid = holder ? await askServer(config, holder.pid, holder.host) : await addToDatabase(config);
  console.log(`Key ${kid} is published and signs from ${publishSeconds} seconds on. Nobody is signed out.`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

async function addToDatabase(config: Config): Promise<string> {
  using held = new DisposableStack();
  if (config.database.kind === 'PGLITE') held.use(claimDataFolder(config.dataDir));
  await using database = await openDatabase(config.database);
  const { masterKey } = loadSecrets(process.env, config.dataDir);
  const ttlSeconds = config.settings.accessTokenTtlSeconds;
  const ring = { knex: database.knex, masterKey, issuer: config.baseUrl, ttlSeconds };
  return await addSigningKey(ring, new Date());
}

/** The embedded database has one process, so the server that holds it does the work, on SIGUSR2. */
async function askServer({ baseUrl }: Config, pid: number, host: string): Promise<string> {
  if (host !== hostname())
    throw new Error(`The server runs on ${host}. Run this there, where it can be signalled.`);
  const before = await publishedKeys(baseUrl);
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; waited < patienceSeconds; waited += 0.2) {
    await wait(200);
    const added = [...(await publishedKeys(baseUrl))].find((kid) => !before.has(kid));
    if (added) return added;
  }
  throw new Error(
    `The server (process ${pid}) was asked, but publishes no new key at ${baseUrl}. See its log.`,
  );
}

async function publishedKeys(baseUrl: string): Promise<Set<string>> {
  const answer = await fetch(`${baseUrl}/.well-known/jwks.json`).catch((cause: unknown) => {
    throw new Error(`No server answers at ${baseUrl}. Set BASE_URL (or PORT) as it is for the server.`, {
      cause,
    });
  });
  const { keys } = (await answer.json()) as { keys: { kid: string }[] };
  return new Set(keys.map(({ kid }) => kid));
}
