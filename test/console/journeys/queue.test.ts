import type { Duplex } from 'node:stream';
import { beforeAll, describe, expect, it } from 'vitest';
import { submission } from '../../support/approvals.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the queue of approvals', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let developer: CastMember;
  beforeAll(async () => {
    people = await cast(t);
    developer = await people.as('DEVELOPER');
    await people.as('ADMIN');
  });
  const asDeveloper = () => ({ as: developer, workspace: people.workspaceId });

  async function ask(name: string): Promise<string> {
    const { body } = await t.rest('POST', '/api/console/applications', { ...asDeveloper(), body: { name } });
    const path = `/api/console/applications/${body.id}/production-access/requests`;
    const asked = await t.rest('POST', path, { ...asDeveloper(), body: submission });
    if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
    return body.id;
  }

  it('ten requests are decided by keyboard alone, one after the other', async () => {
    for (let count = 0; count < 10; count++) await ask(`Shop ${count}`);
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: /Shop 9/ }).waitFor();
    await expect.poll(async () => await page.title()).toMatch(/^\(10\)/);
    const began = performance.now();
    await page.keyboard.press('j');
    for (let count = 0; count < 10; count++) {
      await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
      await page.keyboard.press('a');
      await expect.poll(async () => await page.locator('.rows li').count()).toBe(9 - count);
    }
    console.log(`Ten requests were decided in ${((performance.now() - began) / 1000).toFixed(1)} s.`);

    await page.getByText('Nothing waits for you').waitFor();
    await expect.poll(async () => await page.title()).toMatch(/^Approvals/);
    await assertClean(visit);
  });

  it('several are chosen with x and a range with X, and decided together', async () => {
    for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) await ask(name);
    const visit = await signIn(people.owner);
    const { page } = visit;
    await expect.poll(async () => await page.locator('.rows li').count()).toBe(4);
    await page.keyboard.press('j');
    await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('X');
    await page.getByText('3 chosen').waitFor();
    await assertClean(visit);
    await page.keyboard.press('R');
    await page.getByRole('heading', { name: 'Reject 3 requests' }).waitFor();
    await page.getByLabel('Comment', { exact: true }).last().fill('Not before the audit.');
    await assertClean(visit);
    await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => await page.locator('.rows li').count()).toBe(1);
    const { body } = await t.rest('GET', '/api/console/approvals?status=REJECTED', {
      as: people.owner,
      workspace: people.workspaceId,
    });
    expect(
      body.data.map(({ decisions }: { decisions: { comment: string }[] }) => decisions[0]?.comment),
    ).toEqual(Array(3).fill('Not before the audit.'));
  });

  it('a subject that changes under the cursor is not approved, and the screen says why', async () => {
    const applicationId = await ask('Renamed');
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: /Renamed/ }).click();
    await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    const renamed = await t.rest('PATCH', `/api/console/applications/${applicationId}`, {
      ...asDeveloper(),
      body: { name: 'Something else' },
    });
    expect(renamed.status).toBe(200);
    await page.keyboard.press('a');

    await page.getByRole('link', { name: /Renamed/ }).click();
    await page.getByText(/This was not decided|This is over/).waitFor();
    expect(await page.getByText('Approved and done').count()).toBe(0);
  });

  it('the line is cut and resumed: what happened meanwhile appears once', async () => {
    const upgraded: Duplex[] = [];
    t.app.server.on('upgrade', (_request, socket: Duplex) => upgraded.push(socket));
    const { page } = await signIn(people.owner);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.context().setOffline(true);
    for (const socket of upgraded) socket.destroy();
    await ask('While away');
    await page.getByText(/Not live|Connecting/).waitFor();
    await page.context().setOffline(false);

    await page.getByRole('link', { name: /While away/ }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: /While away/ }).count()).toBe(1);
  });
});
