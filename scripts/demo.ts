// `npm run demo [-- --all]`: from sign-up to a sandbox call and an approved live key, over HTTP. `--all` shows every request.
import { loadConfig } from '../server/config/config.ts';
import { environment } from '../server/config/env.ts';
import { assertKnown } from './arguments.ts';
import { createClient, isServerAt } from './client.ts';
import { createAccounts } from './demo/accounts.ts';
import { createBrief } from './demo/brief.ts';
import { journey, leftOut } from './demo/journey.ts';
import { tour } from './demo/tour.ts';
import { createTranscript, say, style } from './demo/transcript.ts';
import { startTemporaryServer } from './temporary-server.ts';

const isAll = process.argv.includes('--all');
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
// A closed reader, such as `head`, ends the demo like Ctrl-C.
process.stdout.on('error', () => stopping.abort());

try {
  assertKnown('demo', ['--all']);
  await using held = new AsyncDisposableStack();
  const { baseUrl, sandboxUrl, dataDir, isOurs } = await chooseServer(held);
  const send = createClient({ signal: stopping.signal, onWait: sayWait });
  const originOf = (path: string) => (path.startsWith('/v1/') ? sandboxUrl : baseUrl);
  const account = createAccounts();
  if (isAll) await journey(createTranscript(send, originOf), { account, baseUrl, send, dataDir, isOurs });
  else await tour(createBrief(send, originOf), { account, dataDir });
  sayNext(isOurs);
} catch (error) {
  if (!stopping.signal.aborted) process.stderr.write(`\nThe demo stopped: ${(error as Error).message}\n`);
  process.exitCode = stopping.signal.aborted ? 130 : 1;
}

interface Chosen {
  baseUrl: string;
  sandboxUrl: string;
  /** Where the server stores its mails, if they are files on this machine. */
  dataDir: string;
  /** Whether the demo started the server, which may then call this machine. */
  isOurs: boolean;
}

async function chooseServer(held: AsyncDisposableStack): Promise<Chosen> {
  const { baseUrl, sandboxUrl, dataDir } = loadConfig(environment());
  if (await isServerAt(baseUrl)) {
    say(`The demo uses the server at ${baseUrl} and creates new people there.${isAll ? ` ${leftOut}` : ''}`);
    return { baseUrl, sandboxUrl, dataDir, isOurs: false };
  }
  say(`No server answers at ${baseUrl}. The demo starts one and removes it at the end.`);
  const own = held.use(await startTemporaryServer(stopping.signal));
  return { baseUrl: own.url, sandboxUrl: own.url, dataDir: own.dataDir, isOurs: true };
}

function sayNext(isOurs: boolean): void {
  if (!isAll)
    say(
      style(
        'dim',
        '`npm run demo -- --all` shows every request, and API products, connections, agents and webhooks.',
      ),
    );
  say(
    `${isOurs ? 'Next: start your own server with `npm start`; `npm run seed` fills' : 'Next: `npm run seed` fills'} a workspace with every role.`,
  );
}

function sayWait(seconds: number): void {
  say(`    The server reached a rate limit and asks the demo to wait ${seconds} s.`);
}
