import { beforeAll, describe, expect, it } from 'vitest';
import { answerPasswordResets } from '../../../schema/identity/session/answer-password-resets.ts';
import { assertClean, chromiumPath, consoleApp, type Visit } from '../../support/console.ts';
import { invitationsOf, newAddress } from '../../support/invitations.ts';
import { tokenMailedTo } from '../../support/mail.ts';
import { cast, somebody, type Cast } from '../../support/people.ts';
import { signUpToken } from '../../support/sign-ups.ts';

describe.skipIf(!chromiumPath)('mailed links in the console', async () => {
  const { t, visit, signIn } = await consoleApp();
  let people: Cast;
  beforeAll(async () => {
    people = await cast(t);
  });

  /** The token is in memory alone. */
  async function assertNoTrace({ page }: Visit, token: string): Promise<void> {
    expect(page.url()).not.toContain('tok_');
    expect(await page.content()).not.toContain(token);
    const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(stored).not.toContain(token);
  }

  it('an invitation leads a new person through the sign-up into the workspace', async () => {
    const { email, token } = await invitationsOf(t, people).invited(newAddress(), 'DEVELOPER');
    const opened = await visit(`/invitations#${token}`);
    const { page } = opened;
    await page.getByRole('heading', { name: /^Join / }).waitFor();
    await page.getByText(email).waitFor();
    await assertNoTrace(opened, token);
    await assertClean(opened);
    await page.getByLabel('Your name').fill('Grace');
    await page.getByLabel('Password').fill('correct horse battery');
    await page.getByRole('button', { name: 'Create an account and join' }).click();

    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    await page.getByText('Developer', { exact: true }).waitFor();
    expect(opened.complaints).toEqual([]);
    await assertClean(opened);
  });

  it('a person with an account signs in on the page of the invitation, and accepts it', async () => {
    const noor = await somebody(t, 'Noor');
    const { token } = await invitationsOf(t, people).invited(noor.email, 'VIEWER');
    const opened = await visit(`/invitations#${token}`);
    const { page } = opened;
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByLabel('Password').fill(noor.password);
    await page.getByRole('button', { name: 'Sign in' }).first().click();
    await page.getByRole('button', { name: 'Accept the invitation' }).click();

    await page.getByRole('navigation', { name: 'Places' }).waitFor();
    await page.getByText('Viewer', { exact: true }).waitFor();
    expect(await page.getByLabel('Workspace', { exact: true }).locator('option').count()).toBe(2);
    await assertClean(opened);
  });

  it('an invitation of another address is not accepted, and can be declined', async () => {
    const { token } = await invitationsOf(t, people).invited(newAddress(), 'VIEWER');
    const opened = await signIn(people.owner);
    const { page } = opened;
    await page.getByRole('heading', { name: 'Approvals' }).waitFor();
    await page.goto(`${new URL(page.url()).origin}/invitations#${token}`);
    await page.getByText('You are signed in as').waitFor();
    await assertClean(opened);
    await page.getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('button', { name: 'Decline the invitation' }).click();

    await page.getByText('Declined', { exact: true }).waitFor();
    await assertNoTrace(opened, token);
    expect(opened.complaints).toEqual([]);
    await assertClean(opened);
  });

  it('a link without its token says so', async () => {
    const opened = await visit('/invitations');

    await opened.page.getByText('This page needs the link from the mail.').waitFor();
    expect(opened.complaints).toEqual([]);
    await assertClean(opened);
  });

  it('verifies an e-mail address', async () => {
    const ada = await somebody(t, 'Ada');
    const token = await tokenMailedTo(t, ada.email);
    const opened = await visit(`/verify-email#${token}`);
    await opened.page.getByRole('button', { name: 'Verify the address' }).click();

    await opened.page.getByText(`${ada.email} belongs to your account.`).waitFor();
    await assertNoTrace(opened, token);
    expect(opened.complaints).toEqual([]);
    await assertClean(opened);
  });

  it('resets a forgotten password, which ends every session', async () => {
    const ada = await somebody(t, 'Ada');
    const opened = await visit('/console/~/sign-in', {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const { page } = opened;
    await page.getByRole('link', { name: 'Reset a forgotten password' }).click();
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByRole('button', { name: 'Mail me a link' }).click();
    await page.getByText('has an account, a mail').waitFor();
    await assertClean(opened);
    await answerPasswordResets(t.ports);
    const token = await tokenMailedTo(t, ada.email);
    await page.goto(`${new URL(page.url()).origin}/reset-password#${token}`);
    await page.getByLabel('New password').fill('another horse battery');
    await assertNoTrace(opened, token);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('Every session of the account has ended.').waitFor();
    await assertClean(opened);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail address').fill(ada.email);
    await page.getByLabel('Password').fill('another horse battery');
    await page.getByRole('button', { name: 'Sign in' }).click();

    await page.locator('.card footer, .bar').first().waitFor();
    expect(opened.complaints).toEqual([]);
  });

  it('says that a link is used or old, and offers another', async () => {
    const opened = await visit(`/reset-password#tok_reset_${'x'.repeat(43)}`);
    const { page } = opened;
    await page.getByLabel('New password').fill('another horse battery');
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.locator('code', { hasText: /mailed_token_invalid|validation_failed/ }).waitFor();
    await page.getByRole('button', { name: 'Get another mail' }).click();

    await page.getByRole('button', { name: 'Mail me a link' }).waitFor();
    expect(page.url()).not.toContain('tok_');
  });

  it('completes a sign-up with the mailed token and the password', async () => {
    const email = newAddress();
    const token = await signUpToken(t, email, 'correct horse battery');
    const opened = await visit(`/sign-up#${token}`);
    await opened.page.getByLabel('Password').fill('correct horse battery');
    await assertNoTrace(opened, token);
    await assertClean(opened);
    await opened.page.getByRole('button', { name: 'Create the account' }).click();

    await opened.page.getByRole('heading', { name: 'Approvals' }).waitFor();
    expect(opened.complaints).toEqual([]);
    await assertClean(opened);
  });
});
