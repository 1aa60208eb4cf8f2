import { beforeAll, describe, expect, it } from 'vitest';
import { submission } from '../../support/approvals.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('approvals in the console', async () => {
  const app = await consoleApp();
  const { t, signIn } = app;
  let people: Cast;
  let [developer, admin, approver]: CastMember[] = [];
  beforeAll(async () => {
    people = await cast(t);
    developer = await people.as('DEVELOPER');
    admin = await people.as('ADMIN');
    approver = await people.as('APPROVER');
  });

  /** Requests production access for a new application; returns the id of the approval request. */
  async function ask(name: string): Promise<string> {
    const as = { as: developer ?? people.owner, workspace: people.workspaceId };
    const { body } = await t.rest('POST', '/api/console/applications', { ...as, body: { name } });
    const path = `/api/console/applications/${body.id}/production-access/requests`;
    const asked = await t.rest('POST', path, { ...as, body: submission });
    if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
    return asked.body.approvalRequest?.id ?? asked.body.approvalRequestId;
  }

  it('two people in two browsers: a request appears as it is made, and its decision in both', async () => {
    const one = await signIn(people.owner);
    const two = await signIn(admin ?? people.owner);
    await one.page.getByText('Live', { exact: true }).waitFor();
    await two.page.getByText('Live', { exact: true }).waitFor();

    await ask('Storefront');
    await one.page.getByRole('link', { name: /Storefront/ }).click();
    await two.page.getByRole('link', { name: /Storefront/ }).click();
    await expect.poll(() => one.page.title()).toMatch(/^\(1\) Approvals/);
    await one.page.getByRole('heading', { name: /Storefront/ }).waitFor();
    await one.page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    await one.page.keyboard.press('a');

    await two.page.getByText('This is over.').waitFor();
    await one.page.getByRole('link', { name: 'Decided' }).click();
    await one.page.getByText('Approved and done').first().waitFor();
    await expect.poll(() => one.page.title()).toMatch(/^Approvals/);
    await assertClean(one);
    await assertClean(two);
  });

  it('says why somebody cannot decide, and lets who asked withdraw it', async () => {
    await ask('Loyalty');
    const visit = await signIn(developer ?? people.owner);
    await visit.page.getByRole('link', { name: 'Approvals' }).click();
    await visit.page.getByRole('link', { name: /Loyalty/ }).click();

    await visit.page.getByText('Your role cannot decide this.').waitFor();
    expect(await visit.page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    await assertClean(visit);

    await visit.page.getByRole('button', { name: 'Withdraw the request' }).click();
    await visit.page.getByText('This is over.').waitFor();
    await visit.page.getByText('Canceled').first().waitFor();
  });

  it('needs a reason to reject, and says so before anything is sent', async () => {
    const id = await ask('Refund desk');
    const visit = await signIn(people.owner);
    await visit.page.getByRole('link', { name: /Refund desk/ }).click();
    await visit.page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    await visit.page.keyboard.press('r');
    await visit.page.getByText('Say why, in 10 characters or more.').waitFor();
    await assertClean(visit);

    await visit.page.keyboard.type('The volume is not plausible.');
    await visit.page.getByRole('button', { name: 'Reject' }).click();
    await visit.page.getByRole('link', { name: 'Decided' }).click();
    await visit.page.getByText('Rejected').first().waitFor();

    const { body } = await t.rest('GET', `/api/console/approvals/${id}`, {
      as: people.owner,
      workspace: people.workspaceId,
    });
    expect(body.decisions).toMatchObject([{ verdict: 'REJECT', comment: 'The volume is not plausible.' }]);
  });

  it.each([
    ['light', 390],
    ['dark', 1440],
    ['dark', 390],
  ] as const)('is clean in %s at %d pixels', async (colorScheme, width) => {
    await ask(`Price watch ${colorScheme} ${width}`);
    const visit = await signIn(approver ?? people.owner, undefined, {
      colorScheme,
      viewport: { width, height: 844 },
    });
    await visit.page.getByRole('link', { name: 'Waiting' }).click();
    await visit.page.getByRole('link', { name: new RegExp(`Price watch ${colorScheme} ${width}`) }).click();
    await visit.page.getByText('Your role cannot decide this.').waitFor();

    expect(visit.complaints).toEqual([]);
    await assertClean(visit);
  });
});
