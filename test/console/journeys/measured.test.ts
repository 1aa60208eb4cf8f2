import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { submission } from '../../support/approvals.ts';
import { chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { cast, type Cast } from '../../support/people.ts';

const most = 2000;
const middle = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

interface Found {
  paint: number;
  largest: number;
  shift: number;
  keys: number[];
}

/** Notes in the page what the browser measures: paints, shifts, and the time from each key to its paint. */
function measure() {
  const found: Found = { paint: 0, largest: 0, shift: 0, keys: [] };
  Object.assign(globalThis, { found });
  const observe = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') found.paint = startTime;
  });
  observe('largest-contentful-paint', ({ startTime }) => (found.largest = startTime));
  observe('layout-shift', ({ value = 0 }) => (found.shift += value));
  document.addEventListener(
    'keydown',
    ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => found.keys.push(performance.now() - timeStamp))),
    { capture: true },
  );
}

describe.skipIf(!chromiumPath)('what the console takes, measured and printed', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  beforeAll(async () => {
    people = await cast(t);
    const developer = await people.as('DEVELOPER');
    await people.as('ADMIN');
    const as = { as: developer, workspace: people.workspaceId };
    for (const name of ['Shop', 'Store', 'Market']) {
      const { body } = await t.rest('POST', '/api/console/applications', { ...as, body: { name } });
      const path = `/api/console/applications/${body.id}/production-access/requests`;
      const { status } = await t.rest('POST', path, { ...as, body: submission });
      if (status !== 201) throw new Error(`The request for ${name} was refused.`);
    }
  });
  const ready = async (page: Page) => await page.getByRole('link', { name: /Market/ }).waitFor();
  const foundIn = async (page: Page) =>
    await page.evaluate(() => (globalThis as unknown as { found: Found }).found);
  const press = async (page: Page, times: number) => {
    for (let count = 0; count < times; count += 1) {
      await page.keyboard.press(count % 2 === 0 ? 'j' : 'k');
      await expect.poll(async () => (await foundIn(page)).keys.length).toBe(count + 1);
    }
    return (await foundIn(page)).keys;
  };

  it('the first screen shifts nothing while it loads', async () => {
    const { page } = await signIn(people.owner);
    await ready(page);
    await page.addInitScript(measure);
    await page.reload();
    await ready(page);
    await page.getByText('Live', { exact: true }).waitFor();
    const { paint, largest, shift } = await foundIn(page);
    console.log(
      `Warm: first paint ${paint.toFixed(0)} ms, largest ${largest.toFixed(0)} ms, shift ${shift.toFixed(4)}.`,
    );

    expect(shift).toBeLessThan(0.02);
  });

  it('a screen that was seen before comes from the cache, while the network corrects it', async () => {
    const visit = await signIn(people.owner);
    const { page } = visit;
    await ready(page);
    await goTo(visit, 'Applications');
    await page.getByRole('link', { name: 'Market' }).waitFor();
    const times: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      await goTo(visit, 'Home');
      await page.getByRole('link', { name: 'Market' }).waitFor({ state: 'detached' });
      const began = performance.now();
      await goTo(visit, 'Applications');
      await page.getByRole('link', { name: 'Market' }).waitFor();
      times.push(performance.now() - began);
    }
    console.log(`To a screen seen before, with the driver's own time: ${middle(times).toFixed(0)} ms.`);

    await page.context().setOffline(true);
    await goTo(visit, 'Home');
    await goTo(visit, 'Applications');
    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    await page.getByRole('link', { name: 'Market' }).waitFor();
    await page.getByText('What is on screen may be old. The server did not answer').waitFor();
    expect(await page.getByRole('link', { name: 'Market' }).count()).toBe(1);
  });

  it(`a queue of ${most} requests moves by its keys`, async () => {
    const { page } = await signIn(people.owner);
    await ready(page);
    await page.addInitScript(measure);
    await page.route('**/graphql', async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const edges = body.data?.approvalRequests?.edges;
      if (edges?.[0]?.node.summary)
        body.data.approvalRequests.edges = Array.from({ length: most }, (_, at) => ({
          ...edges[at % edges.length],
          node: { ...edges[at % edges.length].node, ...(at >= edges.length && { id: `apr_${at}` }) },
        }));
      await route.fulfill({ json: body });
    });
    await page.reload();
    await page.getByRole('link', { name: /^Waiting/ }).click();
    await expect.poll(async () => await page.locator('.rows li').count()).toBe(most);
    const keys = await press(page, 20);
    console.log(`Key to paint among ${most} requests: ${middle(keys).toFixed(0)} ms.`);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('a decision is seen on the screen of another person', async () => {
    const [first, second] = [await signIn(people.owner), await signIn(await people.as('ADMIN'))];
    for (const { page } of [first, second]) {
      await ready(page);
      await page.getByText('Live', { exact: true }).waitFor();
    }
    await first.page.addInitScript(measure);
    await first.page.reload();
    await ready(first.page);
    const keys = await press(first.page, 10);
    console.log(`Key to paint: ${middle(keys).toFixed(0)} ms, at most ${Math.max(...keys).toFixed(0)} ms.`);
    await first.page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    const shown = second.page.locator('.rows li');
    const before = await shown.count();
    const began = performance.now();
    await first.page.keyboard.press('a');
    await expect.poll(async () => await shown.count(), { interval: 10 }).toBe(before - 1);
    console.log(`A decision was seen elsewhere after ${(performance.now() - began).toFixed(0)} ms.`);
  });
});
