import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { promisify } from 'node:util';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { anotherInstance, exactly, testApp, type TestApp } from './app.ts';
import { atEnd } from './at-end.ts';
import { atPresent } from './authorization.ts';
import { balancer } from './balancer.ts';
import { inEachLook } from './looks.ts';
import type { Somebody } from './people.ts';
import { freePort } from './server-process.ts';

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The browser of this machine; null if it has none, and then tests of the console are skipped. */
export const chromiumPath = places.find((path) => path && existsSync(path)) ?? null;
if (!chromiumPath && process.env['REQUIRE_CHROMIUM'] === '1')
  throw new Error('REQUIRE_CHROMIUM is set, but no Chromium is here. Name one with CHROMIUM_PATH.');
if (!chromiumPath)
  console.log('Skipped: tests of the console need a Chromium. Install one, or name it with CHROMIUM_PATH.');

/** A server with its console, and browsers that look at it. */
export async function consoleApp(settings: Record<string, string> = {}) {
  const port = await freePort();
  const t = await testApp(await settingsFor(port, settings), exactly);
  atPresent(t);
  await listen(t, port, 'localhost');
  return { t, ...browsersFor(port) };
}

/** Two instances with the console behind a balancer, and browsers that look at it. */
export async function consoleOfTwo() {
  const port = await freePort();
  const t = await testApp(await settingsFor(port));
  atPresent(t);
  const [one, two = (await anotherInstance(t)).instances[0]] = t.instances;
  if (!one || !two) throw new Error('Two instances are needed.');
  const ports = [await freePort(), await freePort()] as const;
  await listen(one, ports[0], '127.0.0.1');
  await listen(two, ports[1], '127.0.0.1');
  return { t, balancer: await balancer(port, ports), ...browsersFor(port) };
}

async function settingsFor(port: number, settings: Record<string, string> = {}) {
  await promisify(execFile)(process.execPath, ['scripts/build.ts']);
  return { BASE_URL: `http://localhost:${port}`, CONSOLE: 'on', ...settings };
}

async function listen({ app }: Pick<TestApp, 'app'>, port: number, host: string): Promise<void> {
  await app.listen({ port, host });
  atEnd(() => app.server.closeAllConnections());
}

function browsersFor(port: number) {
  const base = `http://localhost:${port}`;
  let browser: Browser | null = null;
  atEnd(async () => await browser?.close());

  /** Opens a page in a browser of its own, which fails the test for whatever it complains about. */
  const visit = async (path = '/console', options: BrowserContextOptions = {}): Promise<Visit> => {
    browser ??= await chromium.launch({ executablePath: chromiumPath ?? '', args: ['--no-sandbox'] });
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      // Else axe sees colors in the middle of a transition.
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(20_000);
    const page = await context.newPage();
    const complaints = listenTo(page, base);
    await page.goto(`${base}${path}`);
    return { page, complaints };
  };
  /** Signs in by the form. */
  const signIn = async ({ email, password }: Somebody, path?: string, options?: BrowserContextOptions) => {
    const visited = await visit(path, options);
    await visited.page.getByLabel('E-mail address').fill(email);
    await visited.page.getByLabel('Password').fill(password);
    await visited.page.getByRole('button', { name: 'Sign in' }).click();
    return visited;
  };
  return { base, visit, signIn };
}

export interface Visit {
  page: Page;
  /** What the browser or the page complained about: errors, broken policies, requests elsewhere. */
  complaints: string[];
}

/** Goes to a place by its link, which is behind "More" on a narrow screen. */
export async function goTo({ page }: Pick<Visit, 'page'>, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Places' });
  await nav.waitFor();
  const more = nav.getByRole('button', { name: 'More' });
  if (await more.isVisible()) await more.click();
  await nav
    .getByRole('link', { name: new RegExp(`^${name}( \\d+ wait for you)?$`) })
    .last()
    .click();
}

function listenTo(page: Page, base: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', ({ message }) => complaints.push(message));
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(base))
      complaints.push(request.url());
  });
  return complaints;
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Asserts that a screen has no complaint: of the browser, of its policy, and of axe. */
export async function assertClean(visit: Visit): Promise<void> {
  await inEachLook(visit.page, async () => await assertAccessible(visit));
  expect(visit.complaints).toEqual([]);
}

/** Asserts that a screen has no complaint of axe, in the look that it has. */
export async function assertAccessible({ page }: Pick<Visit, 'page'>): Promise<void> {
  // Beside the page's policy, since axe is no part of the page.
  const session = await page.context().newCDPSession(page);
  await session.send('Runtime.evaluate', { expression: await axeSource });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`,
    awaitPromise: true,
    returnByValue: true,
  });
  expect(result.value).toEqual([]);
}
