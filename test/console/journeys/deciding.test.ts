import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Person } from '../../../db/models/person.ts';
import { submission } from '../../support/approvals.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { lastMailTo } from '../../support/mail.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('deciding in the queue of approvals', async () => {
  const { t, signIn } = await consoleApp();
  let people: Cast;
  let askers: CastMember[];
  beforeAll(async () => {
    people = await cast(t);
    askers = [await people.as('DEVELOPER'), await people.as('ADMIN')];
  });

  async function ask(name: string, by = askers[0]): Promise<string> {
    const as = { as: by, workspace: people.workspaceId };
    const { body } = await t.rest('POST', '/api/console/applications', { ...as, body: { name } });
    const path = `/api/console/applications/${body.id}/production-access/requests`;
    const { body: request, status } = await t.rest('POST', path, { ...as, body: submission });
    if (status !== 201) throw new Error(JSON.stringify(request));
    return name;
  }
  const statusesOf = async (name: string) => {
    const { body } = await t.rest('GET', '/api/console/approvals', {
      as: people.owner,
      workspace: people.workspaceId,
    });
    return body.data
      .filter(({ summary }: { summary: string }) => summary.includes(name))
      .map(({ status }: { status: string }) => status);
  };
  const open = async (page: Page, name: string) => {
    await page.getByRole('link', { name: new RegExp(name) }).click();
    await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
  };
  const delayIn = async (page: Page) => {
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.evaluate(() => localStorage.setItem('sallyport:delay', 'on'));
    await page.reload();
  };

  it.each([1440, 390])('the queue is filtered by who asks and by application, %i wide', async (width) => {
    const names = [
      await ask(`First ${width}`),
      await ask(`Second ${width}`, askers[1]),
      await ask(`Third ${width}`, askers[1]),
    ];
    const visit = await signIn(people.owner, '/console', { viewport: { width, height: 900 } });
    const { page } = visit;
    for (const name of names) await page.getByRole('link', { name: new RegExp(name) }).waitFor();
    const shown = async () => await page.locator('.rows strong').allTextContents();

    const options = page.getByLabel('Asked by').locator('option');
    await expect.poll(async () => await options.count()).toBe(4);
    await page.getByLabel('Asked by').selectOption({ value: askers[1]?.memberId ?? '' });
    await expect
      .poll(async () => (await shown()).some((text) => text.includes(`First ${width}`)))
      .toBe(false);
    await page.getByLabel('Application').selectOption({ label: `Third ${width}` });
    await expect.poll(shown).toEqual([expect.stringContaining(`Third ${width}`)]);

    await page.reload();
    await expect.poll(shown).toEqual([expect.stringContaining(`Third ${width}`)]);
    await assertClean(visit);
  });

  it('`u` takes back a decision that is not sent yet, with its comment', async () => {
    await ask('Regretted');
    const visit = await signIn(people.owner);
    const { page } = visit;
    await delayIn(page);
    await open(page, 'Regretted');
    await page.clock.install();
    await page.getByLabel('Comment').fill('Too early to say.');
    await page.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('The decision is sent within 5 seconds.').waitFor();
    await assertClean(visit);
    await page.keyboard.press('u');

    await page.getByText('The decision is sent within').waitFor({ state: 'detached' });
    await expect.poll(async () => await page.getByLabel('Comment').inputValue()).toBe('Too early to say.');
    await page.clock.runFor(10_000);
    expect(await statusesOf('Regretted')).toEqual(['PENDING']);
  });

  it('a decision with a delay is sent after it, and not before', async () => {
    await ask('Delayed');
    const { page } = await signIn(people.owner);
    await delayIn(page);
    await open(page, 'Delayed');
    await page.clock.install();
    await page.clock.runFor(300);
    await page.keyboard.press('a');
    await page.getByText('The decision is sent within 5 seconds.').waitFor();
    await page.clock.runFor(4900);
    expect(await statusesOf('Delayed')).toEqual(['PENDING']);
    await page.clock.runFor(200);

    await expect.poll(async () => await statusesOf('Delayed')).toEqual(['EXECUTED']);
  });

  it('a decision that is not sent yet stays unsent if the person signs out', async () => {
    await ask('Left behind');
    const { page } = await signIn(people.owner);
    await delayIn(page);
    await open(page, 'Left behind');
    await page.clock.install();
    await page.clock.runFor(300);
    await page.keyboard.press('a');
    await page.getByText('The decision is sent within 5 seconds.').waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();

    await page.getByLabel('Password').waitFor();
    await page.clock.runFor(10_000);
    expect(await statusesOf('Left behind')).toEqual(['PENDING']);
  });

  it('a notification tells the kind and the summary of a new request, only after a yes and while hidden', async () => {
    await ask('Seen before');
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.addInitScript(() => {
      const told: unknown[] = [];
      const Fake = class extends EventTarget {
        static permission = 'default';
        static requestPermission = async () => await Promise.resolve((Fake.permission = 'granted'));
        constructor(title: string, { body, tag }: NotificationOptions) {
          super();
          told.push({ title, body, tag });
        }
      };
      Object.assign(globalThis, { Notification: Fake, told });
    });
    await page.reload();
    await open(page, 'Seen before');
    expect(await page.getByRole('button', { name: 'Notify me' }).count()).toBe(0);
    await page.keyboard.press('a');
    await page.getByRole('button', { name: 'Notify me' }).waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Notify me' }).click();
    await ask('While it is seen');
    await page.getByRole('link', { name: /While it is seen/ }).waitFor();
    await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
    await ask('While it is hidden');

    const told = async () => await page.evaluate(() => (globalThis as unknown as { told: unknown[] }).told);
    await expect.poll(told).toEqual([
      {
        title: 'Production access',
        body: expect.stringContaining('While it is hidden'),
        tag: expect.stringMatching(/^apr_/),
      },
    ]);
  });

  it('who has to prove their address mails the proof from the request', async () => {
    const admin = await people.as('ADMIN');
    await ask('Needs a proof');
    await Person.change(t.ports.database.knex, admin.personId, t.clock.now(), { emailVerifiedAt: null });
    const visit = await signIn(admin);
    const { page } = visit;
    await page.getByRole('link', { name: /^Waiting/ }).click();
    await page.getByRole('link', { name: /Needs a proof/ }).click();
    await page.getByText('Prove your address first.').waitFor();
    await page.getByRole('button', { name: `Mail the proof to ${admin.email}` }).click();

    await page.getByText(`A mail to ${admin.email} is on its way.`).waitFor();
    const { subject } = await lastMailTo(t, admin.email);
    expect(subject).toBe('Verify your e-mail address');
    await assertClean(visit);
  });

  it('a rejection is written and sent by keyboard alone, and Escape leaves the field with its text', async () => {
    await ask('By keyboard');
    const { page } = await signIn(people.owner);
    await open(page, 'By keyboard');
    const field = page.getByLabel('Comment', { exact: true });
    await page.keyboard.press('r');
    await page.getByText('Say why, in 10 characters or more.').waitFor();
    await page.keyboard.type('It needs a named owner first.');
    await page.keyboard.press('Escape');
    expect(await field.inputValue()).toBe('It needs a named owner first.');
    await page.keyboard.press('c');
    await page.keyboard.press('Control+Enter');

    await expect.poll(async () => await statusesOf('By keyboard')).toEqual(['REJECTED']);
  });

  it('what was decided is no longer chosen', async () => {
    await ask('Chosen once');
    const { page } = await signIn(people.owner);
    await open(page, 'Chosen once');
    await page.keyboard.press('x');
    await page.getByText('1 chosen').waitFor();
    await page.keyboard.press('a');

    await page.getByText('1 chosen').waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: 'Clear' }).count()).toBe(0);
  });

  it('a summary shows characters without a shape, and the folders stay on a small screen', async () => {
    await ask('Invoices\u200b 10');
    for (let turn = 0; turn < 5; turn += 1) await ask(`Many ${turn}`);
    const { page } = await signIn(people.owner, '/console', { viewport: { width: 390, height: 640 } });
    const row = page.getByRole('link', { name: /Invoices/ });
    await row.waitFor();
    expect((await page.getByRole('navigation', { name: 'Folders' }).boundingBox())?.height).toBeGreaterThan(
      30,
    );
    await row.click();
    const heading = page.getByRole('heading', { name: /Invoices/ });

    expect(await heading.textContent()).toContain('Invoices\\u{200b} 10');
  });
});
