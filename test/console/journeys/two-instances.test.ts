import { beforeAll, describe, expect, it } from 'vitest';
import { submission } from '../../support/approvals.ts';
import { assertClean, chromiumPath, consoleOfTwo, type Visit } from '../../support/console.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';

describe.skipIf(!chromiumPath)('the console with two instances behind a balancer', async () => {
  const { t, balancer, signIn } = await consoleOfTwo();
  let people: Cast;
  let developer: CastMember;
  beforeAll(async () => {
    people = await cast(t);
    developer = await people.as('DEVELOPER');
  });
  async function ask(name: string): Promise<void> {
    const as = { as: developer, workspace: people.workspaceId };
    const { body } = await t.rest('POST', '/api/console/applications', { ...as, body: { name } });
    const path = `/api/console/applications/${body.id}/production-access/requests`;
    const { status } = await t.rest('POST', path, { ...as, body: submission });
    if (status !== 201) throw new Error(`The request for ${name} was refused.`);
  }
  const row = ({ page }: Visit, name: string) => page.getByRole('link', { name: new RegExp(name) });

  it('a request and its decision are seen by two people, wherever each is connected', async () => {
    const visits = [await signIn(people.owner), await signIn(await people.as('ADMIN'))] as const;
    for (const { page } of visits) await page.getByText('Live', { exact: true }).waitFor();
    await ask('Shop');
    for (const visit of visits) await row(visit, 'Shop').click();
    const [{ page }] = visits;
    await page.getByRole('button', { name: 'Approve', disabled: false }).waitFor();
    await page.keyboard.press('a');

    for (const visit of visits) await row(visit, 'Shop').waitFor({ state: 'detached' });
    await visits[1].page.getByText('This is over.').waitFor();
    for (const visit of visits) await assertClean(visit);
    expect(Math.min(...balancer.counts)).toBeGreaterThan(0);
  });

  it('an instance that cannot be reached takes neither the session nor the line with it', async () => {
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByText('Live', { exact: true }).waitFor();
    balancer.cut(1);
    await ask('After the cut');

    await row(visit, 'After the cut').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.reload();
    await row(visit, 'After the cut').waitFor();
    expect(await row(visit, 'After the cut').count()).toBe(1);
  });
});
