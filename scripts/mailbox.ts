import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const everyMs = 100;
/** The server sends queued mails each second. */
const patienceMs = 20_000;

/**
 * Returns the token from a mail to the address, on a server that stores mails in the folder `mail` of its
 * data folder. Returns null if no such mail arrives in time; without patience, it looks once.
 */
export async function tokenMailedTo(
  dataDir: string,
  address: string,
  kind: 'tok_verify' | 'tok_invite',
  patience = patienceMs,
): Promise<string | null> {
  const deadline = Date.now() + patience;
  do {
    for (const text of await mailsIn(join(dataDir, 'mail')))
      if (text.includes(`To: ${address}`)) {
        const token = new RegExp(`^${kind}_\\w+`, 'm').exec(text)?.[0];
        if (token) return token;
      }
    await wait(everyMs);
  } while (Date.now() < deadline);
  return null;
}

async function mailsIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.eml'))
    .toSorted()
    .toReversed();
  return await Promise.all(newest.map(async (name) => await readFile(join(folder, name), 'utf8')));
}
