import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { count } from '../support/count.ts';
import { migratedDatabase } from '../support/database.ts';
import { signUp, type Owner } from '../support/over-http.ts';
import { usageOf } from '../support/process-usage.ts';
import {
  requestAt,
  settingsFor,
  startServer,
  type Given,
  type ServerProcess,
} from '../support/server-process.ts';

// The ordinary user asks this often beside each attack.
const asked = count(10_000);
const maxMegabytes = 900;
// For each request; what is done besides takes a second.
const maxCpuMs = { refused: 5, answered: 50 };
const settings = settingsFor(await migratedDatabase());
const email = 'ordinary@example.com';
const password = 'correct horse battery staple';

describe.runIf(process.platform === 'linux')('one anonymous client slows nobody', () => {
  let server: ServerProcess;
  let ordinary: Owner;
  beforeAll(async () => {
    // Default limits but for one: the ordinary user asks more often than people do.
    server = await startServer({ ...settings, LIMIT_CONSOLE_PER_MEMBER_PER_MINUTE: '1000000' });
    ordinary = await signUp(server.url, 'ordinary');
    const body = { email, password, name: 'Ordinary', workspaceName: 'Ordinary' };
    await requestAt(`${server.url}/api/auth/sign-up`, 'POST', { body });
  });
  afterAll(async () => void (await server.stop()));

  // Each comes from an address of its own, whose limits are unused.
  it.each([
    ['bombs', '127.0.0.2'],
    ['introspections', '127.0.0.3'],
    ['different introspections', '127.0.0.4'],
    ['sign-ups', '127.0.0.5'],
    ['wrong passwords', '127.0.0.6'],
    ['unread', '127.0.0.7'],
    ['half-sent', '127.0.0.8'],
  ])('by %s', async (attack, address) => {
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
      `${attack}: p50 ${result.p50} ms, p99 ${result.p99} ms, sign-in ${result.signIn} ms; ${after.peak} MB at most; ` +
        `${JSON.stringify(answers)}, ${cpuMs} ms of CPU in all`,
    );
    expect(result.failed).toEqual([]);
    expect(after.peak).toBeLessThan(maxMegabytes);
    expect(cpuMs).toBeLessThan(1000 + refused * maxCpuMs.refused + (answered + asked) * maxCpuMs.answered);
  });
});

/** What is asked by somebody who has nothing to do with the attack, and how long that takes. */
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
  times.sort((a, b) => a - b);
  const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? Number.NaN);
  return { p50: at(0.5), p99: at(0.99), signIn: Math.round(signIn), failed };
}

/** What the work says that is done while the attack lasts, and how often that was tried, by its answers. */
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

/** CPU time and memory of the process, as Linux tells them. */
