import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { count, some } from '../support/count.ts';
import { migratedDatabase } from '../support/database.ts';
import { send, signUp, type Owner } from '../support/over-http.ts';
import { usageOf } from '../support/process-usage.ts';
import {
  requestAt,
  settingsFor,
  startServer,
  type Given,
  type ServerProcess,
} from '../support/server-process.ts';

// The number of requests of an ordinary user during each attack.
const asked = count(10_000);
const maxMegabytes = 900;
// Milliseconds for each request; everything else may take a second in total.
const maxCpuMs = { refused: 5, answered: 50, told: 100 };
// The number of writes of a colleague during the subscriptions.
const writes = count(10_000);
const unlimited = {
  LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000',
  LIMIT_CONSOLE_WRITES_PER_MEMBER_PER_MINUTE: '1000000',
};
const settings = settingsFor(await migratedDatabase());
const email = 'ordinary@example.com';
const password = 'correct horse battery staple';

const isLinux = process.platform === 'linux';
let server: ServerProcess;
beforeAll(async () => {
  // These limits are raised because the ordinary user sends more requests than people do.
  if (isLinux) server = await startServer({ ...settings, ...unlimited });
});
afterAll(async () => void (await server?.stop()));

describe.runIf(isLinux)('one anonymous client does not slow down other users', () => {
  let ordinary: Owner;
  beforeAll(async () => {
    ordinary = await signUp(server.url, 'ordinary');
    const body = { email, password, name: 'Ordinary', workspaceName: 'Ordinary' };
    await requestAt(`${server.url}/api/auth/sign-up`, 'POST', { body });
  });

  // Each attack has its own address, whose limits are unused.
  const attacks = [
    ['bombs', '127.0.0.2'],
    ['introspections', '127.0.0.3'],
    ['different introspections', '127.0.0.4'],
    ['sign-ups', '127.0.0.5'],
    ['wrong passwords', '127.0.0.6'],
    ['unread', '127.0.0.7'],
    ['half-sent', '127.0.0.8'],
  ] as const;
  it.each(some(attacks, 2))('by %s', async (attack, address) => {
    const before = usageOf(server);
    const { answers, result } = await beside(
      server,
      [attack, address],
      async () => await ask(server, ordinary),
    );
    const after = usageOf(server);

    const tries = Object.entries(answers);
    const sum = (wanted: boolean) =>
      tries
        .filter(([status]) => status.startsWith('20') === wanted)
        .reduce((all, [, times]) => all + times, 0);
    const [answered, refused] = [sum(true), sum(false)];
    const cpuMs = after.cpuMs - before.cpuMs;
    console.log(
      `${attack}: p50 ${result.p50} ms, p99 ${result.p99} ms, sign-in ${result.signIn} ms; at most ${after.peak} MB so far; ` +
        `${JSON.stringify(answers)}, ${cpuMs} ms of CPU in all`,
    );
    expect(result.failed).toEqual([]);
    expect(cpuMs).toBeLessThan(1000 + refused * maxCpuMs.refused + (answered + asked) * maxCpuMs.answered);
  });
});

describe.runIf(isLinux)('one member does not slow down colleagues', () => {
  it('by sockets full of subscriptions', async () => {
    const { url } = server;
    const owner = await signUp(url, 'owner');
    const viewer = await signUp(url, 'viewer');
    const { workspaceId: workspace } = owner;
    const body = { personId: viewer.personId, role: 'VIEWER' };
    await send(url, 'POST', '/api/console/members', { token: owner.token, body });
    await send(url, 'POST', `/api/developer-portal/workspaces/${workspace}/confirm`, { token: viewer.token });
    const alone = await write(server, owner, writes);

    const before = usageOf(server);
    const attack = ['subscriptions', '127.0.0.9', viewer.token, workspace];
    const { answers, result } = await beside(server, attack, async () => {
      // The sockets fill before the first write.
      await write(server, owner, 5);
      return await write(server, owner, writes);
    });
    const after = usageOf(server);

    const { refused = 0, ...others } = answers;
    const cpuMs = after.cpuMs - before.cpuMs;
    console.log(
      `subscriptions: writes p50 ${alone.p50} ms, p99 ${alone.p99} ms alone; p50 ${result.p50} ms, p99 ${result.p99} ms beside; ` +
        `${after.peak} MB at most; ${refused} refused, ${JSON.stringify(others)}, ${cpuMs} ms of CPU in all`,
    );
    expect([...alone.failed, ...result.failed]).toEqual([]);
    // One member reaches the limit of operations, and each of them receives each write at most once.
    expect(refused).toBeGreaterThanOrEqual(480);
    expect(others['200']).toBeGreaterThan(writes);
    expect(others['200']).toBeLessThanOrEqual(100 * (writes + 5));
    expect(cpuMs).toBeLessThan(1000 + refused * maxCpuMs.refused + (writes + 5) * maxCpuMs.told);
  });
});

it.runIf(isLinux)('the server stayed below its memory limit during all attacks', () => {
  expect(usageOf(server).peak).toBeLessThan(maxMegabytes);
});

/** Sends commands in the workspace; each of them notifies its subscribers. */
async function write({ url }: ServerProcess, { token }: Owner, times: number) {
  const failed: unknown[] = [];
  const took: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const since = performance.now();
    const given = { token, body: { name: `Engines ${turn}` } };
    const { status, body } = await requestAt(`${url}/api/console/workspace`, 'PATCH', given);
    if (status !== 200) failed.push(body);
    took.push(performance.now() - since);
  }
  return { ...percentiles(took), failed };
}

function percentiles(times: number[]) {
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99) };
}

/** Sends requests of a user who is not involved in the attack, and returns how long they took. */
async function ask({ url }: ServerProcess, { token }: Owner) {
  const failed: unknown[] = [];
  const timed = async (method: string, path: string, given: Given) => {
    const since = performance.now();
    const { status, body } = await requestAt(url + path, method, given);
    if (status !== 200) failed.push(body);
    return performance.now() - since;
  };
  const times: number[] = [];
  for (let turn = 0; turn < asked; turn += 1)
    times.push(await timed('GET', '/api/developer-portal/me', { token }));
  const signIn = await timed('POST', '/api/auth/sign-in', { body: { email, password } });
  return { ...percentiles(times), signIn: Math.round(signIn), failed };
}

/** Runs the work during the attack; returns its result and the number of each answer to the attack. */
async function beside<Result>(
  { url }: ServerProcess,
  attack: string[],
  work: () => Promise<Result>,
): Promise<{ answers: Record<string, number>; result: Result }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'attack.child.ts'), url, ...attack], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  await once(lines, 'line');
  const result = await work();
  const counts = once(lines, 'line');
  child.stdin.end();
  const [line] = (await counts) as [string];
  return { answers: JSON.parse(line) as Record<string, number>, result };
}
