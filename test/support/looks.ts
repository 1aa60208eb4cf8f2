import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { isSoak } from './count.ts';

const folder = process.env['LOOKS'];

const all = [
  { name: 'light-wide', colorScheme: 'light', width: 1440, height: 900 },
  { name: 'dark-wide', colorScheme: 'dark', width: 1440, height: 900 },
  { name: 'light-narrow', colorScheme: 'light', width: 390, height: 844 },
  { name: 'dark-narrow', colorScheme: 'dark', width: 390, height: 844 },
] as const;

const numbers = new Map<string, number>();

/** Runs a check in the look of the page. A soak runs it in each look, and `LOOKS` also saves their pictures. */
export async function inEachLook(page: Page, check: () => Promise<void>): Promise<void> {
  await check();
  if (!isSoak && !folder) return;
  const before = page.viewportSize() ?? all[0];
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const { name, colorScheme, ...size } of all) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    if (folder) await save(page, folder, name);
    if (isSoak) await check();
  }
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
  await page.setViewportSize(before);
}

async function save(page: Page, to: string, look: string): Promise<void> {
  const { testPath = '' } = expect.getState();
  const journey = /([\w-]+)\.test\.ts$/.exec(testPath)?.[1] ?? 'page';
  const place = new URL(page.url()).pathname.replace(/^\/console\/[^/]*\/?/, '').replaceAll('/', '.');
  const screen = `${journey} ${place.replaceAll(/[0-9a-z]{26}/g, 'id')}`;
  const number = (numbers.get(`${screen} ${look}`) ?? 0) + 1;
  numbers.set(`${screen} ${look}`, number);
  await mkdir(to, { recursive: true });
  await page.screenshot({ path: join(to, `${screen} ${number} ${look}.png`) });
}
