import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { assertAccessible, assertClean, chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('events and the audit log in the console', async () => {
  const app = await consoleApp();
  const { t, signIn } = app;
  let people: Cast;
  let [developer, auditor]: CastMember[] = [];
  beforeAll(async () => {
    people = await cast(t);
    developer = await people.as('DEVELOPER');
    auditor = await people.as('COMPLIANCE_REVIEWER');
  });

  async function create(name: string): Promise<string> {
    const as = { as: people.owner, workspace: people.workspaceId };
    const { status, body } = await t.rest('POST', '/api/console/applications', { ...as, body: { name } });
    expect(status).toBe(201);
    return body.id;
  }

  it('an event appears as it happens, and waits while the list is hovered', async () => {
    const visit = await signIn(developer ?? people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('table').waitFor();
    await create('Storefront');
    await page.getByRole('link', { name: 'Storefront' }).waitFor();

    await page.getByRole('link', { name: 'Storefront' }).hover();
    await create('Loyalty');
    await create('Refund desk');
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await page.getByRole('link', { name: 'Loyalty' }).count()).toBe(0);
    // In one look: another size would move the list from under the mouse.
    await assertAccessible(visit);
    await page.getByRole('button', { name: '2 new' }).click();
    await page.getByRole('link', { name: 'Loyalty' }).waitFor();
    expect(await page.getByRole('button', { name: '2 new' }).count()).toBe(0);

    await page.getByLabel('Type').fill('approval.*');
    await page.getByLabel('Type').press('Enter');
    await page.getByText('No event of this type').waitFor();
    await page.getByRole('button', { name: 'Show all types' }).click();
    await page.getByRole('link', { name: 'application.created' }).first().click();
    await page.getByText('"name": "Refund desk"').waitFor();
    await page.getByText('No webhook endpoint subscribes').waitFor();
    await assertClean(visit);
  });

  it('an auditor exports with a filter, and the file has exactly these rows', async () => {
    for (const name of ['Alpha', '=Beta', 'Gamma']) await create(name);
    const listed = await t.rest('GET', '/api/console/audit?limit=100&action=application.created', {
      as: people.owner,
      workspace: people.workspaceId,
    });
    const rows = listed.body.data as { seq: number }[];
    const visit = await signIn(auditor ?? people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByLabel('Action').fill('application.created');
    await page.getByLabel('Action').press('Enter');
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByText(`${rows.length} rows match.`).waitFor();
    await assertClean(visit);
    const csv = await saved(page, 'CSV, for spreadsheets');
    await page.getByRole('button', { name: 'Export' }).click();
    const ndjson = await saved(page, 'NDJSON, a line of JSON for each row');

    expect(csv.name).toMatch(/^audit-entries-.*\.csv$/);
    const [header, ...lines] = csv.text.trimEnd().split('\r\n');
    expect(header).toMatch(/^seq,id,at,action/);
    expect(lines.map((line) => Number(line.split(',')[0]))).toEqual(rows.map(({ seq }) => seq));
    const objects = ndjson.text.trimEnd().split('\n');
    expect(objects.map((line) => JSON.parse(line) as object)).toEqual(rows);
    await page.getByLabel('Action').fill('export.ended');
    await page.getByLabel('Action').press('Enter');
    await page.getByRole('link', { name: 'export.ended' }).first().click();
    await page.getByText(`"action": "application.created"`).waitFor();
    await assertClean(visit);
  });

  it('a filter that is typed stays while the list changes below it', async () => {
    const visit = await signIn(auditor ?? people.owner, '/console/~/audit');
    const { page } = visit;
    const first = page.locator('table.list td:first-child').first();
    await first.waitFor();
    await page.getByLabel('Action').pressSequentially('application.cre');
    await create('Meanwhile');
    await expect.poll(async () => await first.textContent()).toBe('application.created');
    expect(await page.getByLabel('Action').inputValue()).toBe('application.cre');
    await page.getByLabel('Action').pressSequentially('ated');
    await page.getByLabel('Action').press('Enter');

    await expect.poll(() => new URL(page.url()).search).toBe('?action=application.created');
    await page.goBack();
    await page.goForward();
    await expect.poll(async () => await page.getByLabel('Action').inputValue()).toBe('application.created');
  });

  it('entries are found by outcome, by who acted, by resource and by day, in dark at 390 pixels', async () => {
    const id = await create('Found');
    const own = { as: developer ?? people.owner, workspace: people.workspaceId };
    expect((await t.rest('GET', '/api/console/audit', own)).status).toBe(403);
    const visit = await signIn(auditor ?? people.owner, '/console/~/audit', {
      viewport: { width: 390, height: 900 },
      colorScheme: 'dark',
    });
    const { page } = visit;
    const states = page.locator('table.list td .status');
    await page.getByLabel('Outcome').selectOption({ label: 'Denied' });
    await page.getByLabel('By').selectOption({ value: developer?.memberId ?? '' });
    await expect.poll(async () => new Set(await states.allTextContents())).toEqual(new Set(['Denied']));
    await assertClean(visit);
    await page.getByLabel('From').fill('2020-01-02');
    await page.getByLabel('To', { exact: true }).fill('2020-01-03');
    await page.getByText('No entry matches the filters').waitFor();
    await page.getByRole('button', { name: 'Show all entries' }).click();

    await page.getByLabel('About').fill(id);
    await page.getByLabel('About').press('Enter');
    await expect
      .poll(async () => await page.locator('table.list td:first-child').allTextContents())
      .toEqual(['application.created']);
  });

  it('events are exported with the filter of the screen, and a refused export says why', async () => {
    const visit = await signIn(developer ?? people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: 'Events' }).click();
    await page.getByLabel('Type').fill('application.*');
    await page.getByLabel('Type').press('Enter');
    await page.getByRole('button', { name: 'Export' }).click();
    const { name, text } = await saved(page, 'CSV, for spreadsheets');
    expect(name).toMatch(/^events-.*\.csv$/);
    const [, ...lines] = text.trimEnd().split('\r\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expect(line).toMatch(/^\d+,evt_\w+,[^,]+,application\./);

    await page.route('**/events/export?*', async (route) => {
      const body = JSON.stringify({ code: 'limit_reached', message: 'You have 2 exports.' });
      await route.fulfill({ status: 409, contentType: 'application/problem+json', body });
    });
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('button', { name: 'Download' }).click();
    await page.getByText('You have 2 exports.').waitFor();
  });

  it('an entry shows each field as it was and as it is, and the chain is verified', async () => {
    const id = await create('Price watch');
    await t.rest('PATCH', `/api/console/applications/${id}`, {
      as: people.owner,
      workspace: people.workspaceId,
      body: { name: 'Price alarm' },
    });
    const visit = await signIn(auditor ?? people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText('The log is intact.').waitFor();
    await assertClean(visit);

    await page.getByRole('link', { name: 'application.updated' }).first().click();
    await page.getByRole('row', { name: 'name Price watch Price alarm' }).waitFor();
    await assertClean(visit);
    await page.getByRole('link', { name: 'Older entry' }).click();
    await page.getByRole('heading', { name: 'application.created' }).waitFor();
    await page.getByRole('link', { name: 'Newer entry' }).click();
    await page.getByRole('heading', { name: 'application.updated' }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it('an entry that was changed in the database is named', async () => {
    const { workspaceId } = people;
    await t.unrecorded(
      async (knex) =>
        await knex.transaction(async (trx) => {
          await trx.raw('set local session_replication_role = replica');
          await trx('audit_entry').where({ chain: workspaceId, seq: 3 }).update({ action: 'member.left' });
        }),
    );
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: 'Audit log' }).click();
    await page.getByRole('button', { name: 'Verify the log' }).click();
    await page.getByText('Entry 3 breaks the chain.').waitFor();
    expect(await page.getByText('The log is intact.').count()).toBe(0);
    await assertClean(visit);
  });

  it('is clean in dark at 390 pixels', async () => {
    const visit = await signIn(people.owner, undefined, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const { page } = visit;
    await goTo({ page }, 'Events');
    await page.getByRole('table').waitFor();
    await assertClean(visit);
    await goTo({ page }, 'Audit log');
    await page.getByRole('link', { name: 'application.created' }).first().click();
    await page.getByText('Place in the chain').waitFor();
    await assertClean(visit);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});

/** Downloads in the open dialog. */
async function saved(page: Page, format: string): Promise<{ name: string; text: string }> {
  await page.getByLabel('Format').selectOption({ label: format });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ]);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}
