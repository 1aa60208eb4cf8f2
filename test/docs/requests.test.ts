import { describe, expect, it, vi } from 'vitest';
import { exactly, testApp } from '../support/app.ts';
import { submission } from '../support/approvals.ts';
import { importAll } from '../support/connectors.ts';
import { httpHost } from '../support/listeners.ts';
import { tokenMailedTo } from '../support/mail.ts';
import { somebody } from '../support/people.ts';
import { workerOf } from '../support/webhooks.ts';
import { blocksOf, commandsOf, reader } from './commands.ts';
import { freePort, isInstalled } from './recipes.ts';

const port = await freePort();
const origin = `http://localhost:${port}`;
const t = await testApp({ BASE_URL: origin, EGRESS_ALLOWED_HOSTS: 'localhost,127.0.0.1' }, exactly);
t.clock.set(new Date().toISOString());
await t.app.listen({ port, host: 'localhost' });
const worker = workerOf(t);
await answerForOpenMeteo();

const me = reader(origin);
const questions = { bash: '--version', curl: '--version', node: '--version', openssl: 'version' };
const missing = Object.entries(questions).filter((asked) => !isInstalled(...asked));
if (missing.length > 0)
  console.info(
    `Not installed, so what the documents show is not run: ${missing.map(([name]) => name).join(', ')}`,
  );

const blocks = ['README.md', 'docs/mcp-clients.md'].flatMap(blocksOf);
const blockWith = (words: string) => blocks.find((block) => block.includes(words)) ?? '';
/** Programs, and parts of programs, each with what runs it. The other blocks are commands of a shell. */
const programs = new Map<string, () => Promise<void>>([
  [blockWith('// node token.mjs'), runToken],
  [blockWith('// node_modules/.bin/node agent.mjs'), runAgent],
  [blockWith('const asked ='), askByAgent],
  [blockWith('client.subscribe('), watch],
]);
/** What a reader does before a command with these words, as the text around it says. */
const before: Record<string, () => Promise<void>> = {
  '"readyMade":"github"': async () => me.know({ weather: me.known('conn_…'), 'ghp_…': 'ghp_0123456789' }),
  '<accessToken of the second person>': meetGrace,
  'const asked =': grantWrite,
};

describe.runIf(missing.length === 0)(
  'what README.md and docs/mcp-clients.md show is done as it stands there:',
  () => {
    const steps = blocks
      .filter((block) => programs.has(block) || /\bcurl\b/.test(block))
      .flatMap((block) => (programs.has(block) ? [block] : commandsOf(block)))
      .map((step) => ({ step, title: step.slice(0, step.search(/\n|$/)) }));

    it.each(steps)('$title', async ({ step }) => {
      for (const [words, prepare] of Object.entries(before)) if (step.includes(words)) await prepare();
      const perform = programs.get(step) ?? (async () => await me.run(step));

      await expect(perform()).resolves.toBeUndefined();
      await importAll(t);
      await worker.plan();
    });
  },
);

async function runToken() {
  const token = await me.runProgram(blockWith('// node token.mjs'));

  const { status } = await t.rest('GET', '/api/developer-portal/me', { as: token.trim() });
  expect(status).toBe(200);
}

async function runAgent() {
  expect(await me.runProgram(blockWith('agent.mjs'))).toContain('temperature: 7');
}

/** The agent with the lines about the write in place of the read. */
async function askByAgent() {
  const code = blockWith('agent.mjs')
    .replace("query: 'weather forecast', mode: 'read'", "query: 'create issue', mode: 'write'")
    .replace(/const args = .*\n.*\n/, blockWith('const asked ='));

  expect(await me.runProgram(code)).toContain("status: 'PENDING'");
}

/** The dashboard, and a request for approval once it has asked where events stand. */
async function watch() {
  const code = `// node watching.mjs
    const [freshAccessToken, workspaceId] = [async () => '${me.known('accessToken')}', '${me.known('ws_…')}'];
    const show = (told) => process.exit(console.log(told.approvalRequest.status) ?? 0);
    ${blockWith('client.subscribe(')}
    const asked = await fetch('${origin}/api/console/applications/${me.known('id of applications')}/production-access/requests', {
      method: 'POST',
      headers: { authorization: 'Bearer ' + await freshAccessToken(), 'content-type': 'application/json' },
      body: ${JSON.stringify(JSON.stringify(submission))},
    });
    if (!asked.ok) throw new Error(await asked.text());`.replace(/^([^]*?)(import .*\n)/m, '$2$1');

  expect(await me.runProgram(code, 'node_modules/.bin/node watching.mjs')).toBe('PENDING\n');
}

/** The second person signs up and gets their mail; of the two connections the one for the weather is meant. */
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

/** By the commands that granted the read, but for GitHub. */
async function grantWrite() {
  const commands = commandsOf(blockWith('$M/grants -H')).filter((command) =>
    /\$M\/(?:servers|grants)|\$P/.test(command),
  );
  await me.run(
    commandsOf(blockWith('query=weather'))[5]?.replace(
      'weather+forecast&mode=read',
      'create+issue&mode=write',
    ) ?? '',
  );
  me.know({ 'conn_…': me.known('github'), 'cap_… of the write': me.known('cap_…') });
  for (const command of commands)
    await me.run(
      command.replace('Weather for agents', 'GitHub for agents').replace('"mode":"read"', '"mode":"write"'),
    );
}

/** The one provider that is called. */
async function answerForOpenMeteo() {
  const host = await httpHost((_, answer) =>
    answer
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"latitude":52.52,"longitude":13.41,"current":{"temperature":7}}'),
  );
  const send = t.ports.egress.send.bind(t.ports.egress);
  vi.spyOn(t.ports.egress, 'send').mockImplementation(async (request) => {
    expect(request.url.origin).toBe('https://api.open-meteo.com');
    return await send({ ...request, url: new URL(request.url.pathname, host) });
  });
}
