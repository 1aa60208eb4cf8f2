// `npm run rotate-signing-key`: adds the key that signs access tokens next. Nobody is signed out and nothing is
// restarted: the new key is published before it signs, the old one verifies until its last token has expired.
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { claimDataFolder, readHolder, type DataFolder } from '../db/data-folder.ts';
import { sealingBy } from '../db/envelope.ts';
import { openDatabase } from '../db/knex.ts';
import { tokenSeconds } from '../schema/mcp-credential/tokens.ts';
import { rereadSeconds } from '../schema/session/key-ring.ts';
import { addSigningKey, publishSeconds } from '../schema/session/signing-key.ts';
import { loadConfig, type Config } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { loadSecrets } from '../server/config/secrets.ts';

const patienceSeconds = 15;

try {
  const config = loadConfig(environment());
  const folder = config.database.kind === 'PGLITE' ? claim(config.dataDir) : null;
  console.log(
    folder instanceof Error ? await askServer(config, folder) : await addToDatabase(config, folder),
  );
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}

/** The folder, or why it cannot be had: only then its lock proves that the process it names is alive. */
function claim(dataDir: string): DataFolder | Error {
  try {
    return claimDataFolder(dataDir);
  } catch (error) {
    return error as Error;
  }
}

async function addToDatabase(config: Config, folder: DataFolder | null): Promise<string> {
  using held = new DisposableStack();
  held.use(folder);
  await using database = await openDatabase(config.database);
  const { masterKey } = loadSecrets(process.env, config.dataDir);
  const { accessTokenTtlSeconds: ttlSeconds, automationTokenTtlSeconds: automationTtlSeconds } =
    config.settings;
  const keys = {
    knex: database.knex,
    sealing: sealingBy(masterKey),
    ttlSeconds,
    automationTtlSeconds,
    agentTtlSeconds: tokenSeconds,
  };
  const kid = await addSigningKey(keys, new Date());
  return `Key ${kid} is added. Servers publish it within ${rereadSeconds} seconds, and it signs from ${publishSeconds} seconds on. Nobody is signed out.`;
}

/** The embedded database has one process, so the server that holds it does the work, on SIGUSR2. */
async function askServer({ baseUrl, dataDir }: Config, refusal: Error): Promise<string> {
  const holder = readHolder(dataDir);
  if (!holder) throw refusal;
  const { pid, host } = holder;
  if (host !== hostname())
    throw new Error(`The server runs on ${host}. Run this there, where it can be signalled.`);
  const before = await publishedKeys(baseUrl);
  process.kill(pid, 'SIGUSR2');
  for (let waited = 0; waited < patienceSeconds; waited += 0.2) {
    await wait(200);
    const added = [...(await publishedKeys(baseUrl))].find((kid) => !before.has(kid));
    if (added)
      return `Key ${added} is published and signs from ${publishSeconds} seconds on. Nobody is signed out.`;
  }
  throw new Error(
    `The server (process ${pid}) was asked, but publishes no new key at ${baseUrl}. See its log.`,
  );
}

async function publishedKeys(baseUrl: string): Promise<Set<string>> {
  const answer = await fetch(`${baseUrl}/.well-known/jwks.json`).catch((cause: unknown) => {
    const sentence = `A server holds the data folder and does this itself, but none answers at ${baseUrl}. Set BASE_URL (or PORT) as it is for the server.`;
    throw new Error(sentence, {
      cause,
    });
  });
  const { keys } = (await answer.json()) as { keys: { kid: string }[] };
  return new Set(keys.map(({ kid }) => kid));
}
