import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const everyMs = 100;
/** The server sends what is queued each second. */
const patienceMs = 20_000;

/**
 * The token in a mail to the address, on a server whose mails are files in the folder `mail` of its data. Null where the
 * folder gets no such mail.
 */
export async function tokenMailedTo(
  dataDir: string,
  address: string,
  kind: 'tok_verify' | 'tok_invite',
): Promise<string | null> {
  const deadline = Date.now() + patienceMs;
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
