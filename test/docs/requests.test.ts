import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { exactly, testApp } from '../support/app.ts';
import { submission } from '../support/approvals.ts';
import { importAll } from '../support/connectors.ts';
import { httpHost } from '../support/listeners.ts';
import { tokenMailedTo } from '../support/mail.ts';
import { applicationWithKey, cast, somebody } from '../support/people.ts';
import { runScript } from '../support/script.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { workerOf } from '../support/webhooks.ts';
import { blocksOf, commandsOf, reader } from './commands.ts';
import { guides } from './pages.ts';
import { freePort, isInstalled, stop, type Started } from './recipes.ts';

const [port, receiverPort] = [await freePort(), await freePort()];
const origin = `http://localhost:${port}`;
const t = await testApp({ BASE_URL: origin, EGRESS_ALLOWED_HOSTS: 'localhost,127.0.0.1' }, exactly);
t.clock.set(new Date().toISOString());
await t.app.listen({ port, host: 'localhost' });
const worker = workerOf(t);
await answerForOpenMeteo();

const me = reader(origin, receiverPort);
const running: Started[] = [];
/** Enough time for a local program to start. */
const patience = { timeout: 30_000, interval: 100 };
afterAll(async () => void (await Promise.all(running.map(stop))));
const questions = { bash: '--version', curl: '--version', node: '--version', openssl: 'version' };
const missing = Object.entries(questions).filter((asked) => !isInstalled(...asked));
if (missing.length > 0)
  console.info(
    `Not installed, so what the documents show is not run: ${missing.map(([name]) => name).join(', ')}`,
  );

const blockWith = (words: string) =>
  guides.flatMap((page) => blocksOf(page, 'sh')).find((block) => block.includes(words)) ?? '';
const dashboard = blocksOf('docs/reference/watching.md', 'js')[0] ?? '';

/** Commands whose output is no JSON answer, each by its beginning, with the function that runs it. */
const programs: [beginning: string, run: (command: string) => Promise<void>][] = [
  ['npm run database --', askDatabase],
  ['grep -l', readMails],
  ['openssl rand -hex 32', makeCredential],
  ['printf %s <credential>', async (command) => await printed(command, /^[0-9a-f]{64}\n$/)],
  ['node examples/ci-job/token.mjs', checkToken],
  ['node examples/ci-job/job.mjs', runJob],
  ['WEBHOOK_SECRETS=<whsec_…> node examples/', receive],
  [
    'node_modules/.bin/node examples/agent/read.mjs',
    async (command) => await printed(command, /temperature: 7/),
  ],
  [
    'node_modules/.bin/node examples/agent/request.mjs',
    async (command) => await printed(command, /status: 'PENDING'/),
  ],
  ["node -e 'https.createServer", serveClientDocument],
  ['import { createClient }', watch],
];
/** Preparations for commands with these words, as the text around them describes. */
const before: Record<string, () => Promise<void>> = {
  '"reference":"first"': seedKey,
  '"readyMade":"github"': async () => me.know({ weather: me.known('conn_…'), 'ghp_…': 'ghp_0123456789' }),
  'shop.yaml': async () =>
    writeFileSync(join(me.folder, 'shop.yaml'), blocksOf('docs/guides/api-products.md', 'yaml')[0] ?? ''),
  '<accessToken of the second person>': meetGrace,
  'examples/agent/request.mjs': grantWriteOnce(),
};
/** Commands that other tests run, or that no test can run: each by its beginning, with the test or the reason. */
const elsewhere: [beginning: string, where: string][] = [
  ['npm ci', 'the suite itself runs after it'],
  ['npm start', 'test/server/boot.test.ts'],
  ['npm run seed', 'test/scripts/seed.test.ts'],
  ['EGRESS_ALLOWED_HOSTS=localhost npm start', 'test/server/boot.test.ts'],
  ['NODE_EXTRA_CA_CERTS=client.pem', 'test/adapters/oauth-server/clients.test.ts'],
  ['WEBHOOK_SECRETS=<whsec_…> node receiver.mjs', 'test/docs/webhooks.test.ts'],
  ['npm run cluster', 'test/db/postgres/cluster.test.ts'],
  ['BASE_URL=http://localhost:4000', 'test/db/postgres/cluster.test.ts'],
  ['npm run backup', 'test/scripts/backup.test.ts'],
  ['npm run restore', 'test/scripts/backup.test.ts'],
  ['npm run --silent backup -- -', 'test/scripts/backup.test.ts'],
  ['createdb', 'test/scripts/moving.test.ts'],
  ['export ', 'test/scripts/moving.test.ts'],
  ['unset ', 'test/scripts/moving.test.ts'],
  ['echo ', 'test/laws/compose.test.ts'],
  ['docker ', 'test/laws/compose.test.ts'],
  ['psql ', 'a client of PostgreSQL that is not installed everywhere'],
  ['cp -a .data/pgdata', 'an earlier version wrote that folder'],
  ['mkdir /tmp/pglite', 'an earlier version wrote that folder'],
  ['npm install @electric-sql', 'an earlier version wrote that folder'],
  ['npx pglite-server', 'an earlier version wrote that folder'],
  ['mv .data/pgdata', 'an earlier version wrote that folder'],
  ['claude ', 'a program of another vendor'],
  ['codex ', 'a program of another vendor'],
  ['npx mcp-remote', 'a program of another vendor'],
];

const programFor = (step: string) => programs.find(([beginning]) => step.startsWith(beginning))?.[1];
const isRun = (step: string) => programFor(step) !== undefined || /\bcurl\b|^openssl |^\w=/.test(step);
const commands = guides.flatMap((page) =>
  page === 'docs/reference/watching.md' ? [dashboard] : blocksOf(page, 'sh').flatMap(commandsOf),
);

describe('each command of README.md, the guides and the examples', () => {
  it('is run below, or elsewhere', () => {
    const stray = commands.filter(
      (step) => !isRun(step) && !elsewhere.some(([beginning]) => step.startsWith(beginning)),
    );

    expect(stray).toEqual([]);
  });

  it.each(elsewhere)('%s… appears in a document, and %s exists', (beginning, where) => {
    expect(commands.some((step) => step.startsWith(beginning))).toBe(true);
    expect(!where.startsWith('test/') || existsSync(where)).toBe(true);
  });
});

describe.runIf(missing.length === 0)('the commands of README.md, the guides and the examples work:', () => {
  const steps = commands.filter(isRun).map((step) => ({ step, title: step.slice(0, step.search(/\n|$/)) }));

  it.each(steps)('$title', async ({ step }) => {
    for (const [words, prepare] of Object.entries(before)) if (step.includes(words)) await prepare();
    const perform = programFor(step) ?? (async () => await me.run(step));

    await expect(perform(step)).resolves.toBeUndefined();
    await importAll(t);
    await worker.work();
  });

  it('the webhook receiver prints the sample and the new application', () => {
    const [receiver] = running;

    expect(receiver?.output()).toContain('"isSample":true');
    expect(receiver?.output()).toMatch(/"type":"application.created".*"isSample":false/);
  });

  it('the webhook receiver rejects a delivery without a signature', async () => {
    const { status } = await fetch(`http://localhost:${receiverPort}/hooks`, { method: 'POST', body: '{}' });

    expect(status).toBe(400);
  });
});

async function printed(command: string, expected: RegExp): Promise<void> {
  expect(await me.print(command)).toMatch(expected);
}

/** Creates a key like the one that the seed script prints. */
async function seedKey(): Promise<void> {
  const { secret } = await applicationWithKey(t, await cast(t));
  me.know({ secret });
}

async function askDatabase(command: string) {
  const args = command.split(' ').slice(-1);
  const { code } = await runScript('database', { args, env: { DATA_DIR: temporaryFolder() } });

  expect(code).toBe(0);
}

async function readMails(command: string) {
  mkdirSync(join(me.folder, '.data/mail'), { recursive: true });
  for (const [name, token] of [
    ['ada', 'tok_verify_abc'],
    ['grace', 'tok_verify_def'],
  ])
    writeFileSync(
      join(me.folder, `.data/mail/${name}.eml`),
      `To: ${name}@example.com\r\nSubject: Hello\r\n\r\n${token}\r\nGoodbye\r\n`,
    );

  expect(await me.print(command)).toBe('tok_verify_def\n');
}

async function makeCredential(command: string) {
  const credential = await me.print(command);

  expect(credential).toMatch(/^[0-9a-f]{64}\n$/);
  me.know({ credential: credential.trim() });
}

async function checkToken(command: string) {
  const token = await me.print(command);

  expect((await t.rest('GET', '/api/developer-portal/me', { as: token.trim() })).status).toBe(200);
}

async function runJob(command: string) {
  expect(await me.print(command)).toBe('The sandbox answered: hello\nThe key of this build is revoked.\n');
}

/** Starts the receiver once, because the README of the example shows the command again. */
async function receive(command: string) {
  if (running.length > 0) return;
  const receiver = me.start(command, { PORT: String(receiverPort) });
  running.push(receiver);
  const isThere = async () => (await fetch(`http://localhost:${receiverPort}`).catch(() => null)) !== null;
  await vi.waitUntil(isThere, patience);
}

async function serveClientDocument(command: string) {
  const document =
    blocksOf('docs/guides/mcp-clients.md', 'json').find((block) => block.includes('client_id"')) ?? '';
  writeFileSync(join(me.folder, 'client.json'), document);
  const documentPort = await freePort();
  running.push(me.start(command.replace('8443', String(documentPort))));
  const ca = readFileSync(join(me.folder, 'client.pem'));
  const served = async () =>
    await new Promise<string | null>((resolve) => {
      const asked = request({ host: 'localhost', port: documentPort, ca }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
        answer.on('end', () => resolve(text));
      });
      asked.on('error', () => resolve(null)).end();
    });

  expect(JSON.parse((await vi.waitUntil(served, patience)) ?? '')).toMatchObject({
    token_endpoint_auth_method: 'none',
  });
}

/** Runs the dashboard, and requests approval after the dashboard has read the event cursor. */
async function watch() {
  const code = `// node watching.mjs
    const [freshAccessToken, workspaceId] = [async () => '${me.known('accessToken')}', '${me.known('ws_…')}'];
    const show = (told) => process.exit(console.log(told.approvalRequest.status) ?? 0);
    ${dashboard}
    const asked = await fetch('${origin}/api/console/applications/${me.known('id of applications')}/production-access/requests', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + await freshAccessToken(), 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(submission))},
    });
    if (!asked.ok) throw new Error(await asked.text());`.replace(/^([^]*?)(import .*\n)/m, '$2$1');

  expect(await me.runProgram(code, 'node_modules/.bin/node watching.mjs')).toBe('PENDING\n');
}

/** Signs up the second person, and selects the weather connection of the two. */
async function meetGrace() {
  const grace = await somebody(t, 'Grace');
  me.know({
    'per_…': grace.personId,
    'accessToken of the second person': grace.token,
    'tok_verify_…': await tokenMailedTo(t, grace.email),
    github: me.known('conn_…'),
    'conn_…': me.known('weather'),
  });
}

function grantWriteOnce(): () => Promise<void> {
  let granted: Promise<void> | null = null;
  return async () => await (granted ??= grantWrite());
}

/** Grants the write at GitHub with the commands that granted the read. */
async function grantWrite() {
  const prepared = commandsOf(blockWith('$M/grants -H')).filter((command) =>
    /\$M\/(?:servers|grants)|\$P/.test(command),
  );
  await me.run(
    commandsOf(blockWith('query=weather'))[5]?.replace(
      'weather+forecast&mode=read',
      'create+issue&mode=write',
    ) ?? '',
  );
  me.know({ 'conn_…': me.known('github'), 'cap_… of the write': me.known('cap_…') });
  for (const command of prepared)
    await me.run(
      command.replace('Weather for agents', 'GitHub for agents').replace('"mode":"read"', '"mode":"write"'),
    );
}

/** Answers for Open-Meteo, the only provider that the documents call. Webhooks stay on this machine. */
async function answerForOpenMeteo() {
  const host = await httpHost((_, answer) =>
    answer
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"latitude":52.52,"longitude":13.41,"current":{"temperature":7}}'),
  );
  const send = t.ports.egress.send.bind(t.ports.egress);
  vi.spyOn(t.ports.egress, 'send').mockImplementation(async (sent) => {
    if (sent.url.host === `localhost:${receiverPort}`) return await send(sent);
    expect(sent.url.origin).toBe('https://api.open-meteo.com');
    return await send({ ...sent, url: new URL(sent.url.pathname, host) });
  });
}
