import { beforeAll, describe, expect, it } from 'vitest';
import { redirectUriOf } from '../../../schema/connect/connection/authorize.ts';
import { connectionsOf, openIdDocument } from '../../support/connections.ts';
import { assertClean, chromiumPath, consoleApp } from '../../support/console.ts';
import { atEnd } from '../../support/at-end.ts';
import { startOidcProvider } from '../../support/oidc-provider.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';
import { provider, token, type Provider } from '../../support/provider.ts';

describe.skipIf(!chromiumPath)('connections in the console', async () => {
  const { t, base, signIn } = await consoleApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
  let people: Cast;
  let support: CastMember;
  let shop: Provider;
  let made: ReturnType<typeof connectionsOf>;
  beforeAll(async () => {
    people = await cast(t);
    support = await people.as('SUPPORT');
    shop = await provider();
    made = connectionsOf(t, people);
  });

  it('creates a connection, tests it, disables and enables it, and disconnects it', async () => {
    const projectId = await made.project();
    await made.connector(shop);
    await made.reference(projectId);
    const visit = await signIn(people.owner, '/console/~/connections');
    const { page } = visit;
    await page.getByText('No connection yet').waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Create a connection' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Our shop');
    await page.getByLabel('Credential reference').selectOption({ index: 1 });
    await page.getByLabel('Test').selectOption({ label: 'Tell whose token it is' });
    await page.getByText('Scopes, settings and OAuth').click();
    await page.getByLabel('Settings').fill('{"region": ');
    await assertClean(visit);
    await page.getByRole('button', { name: 'Create the connection' }).click();
    await page.getByText('Settings must be JSON.').waitFor();
    await page.getByLabel('Settings').fill('{"region": "eu"}');
    await page.getByRole('button', { name: 'Create the connection' }).click();

    await page.getByRole('heading', { name: 'Our shop' }).waitFor();
    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByText('The test succeeded.').first().waitFor();
    shop.instead = { status: 500 };
    await page.getByRole('button', { name: 'Test' }).click();
    await page
      .getByText(/The test failed: /)
      .first()
      .waitFor();
    shop.instead = null;
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('It serves no calls until it is enabled.').waitFor();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByText('It serves calls').waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByLabel('Type Our shop to confirm').fill('Our shop');
    await page.getByRole('button', { name: 'Disconnect' }).last().click();
    await page.getByText('Disconnected', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Test' }).count()).toBe(0);
    await assertClean(visit);
  });

  it('is authorized at the provider, which sends the browser back to the connection', async () => {
    const idp = await startOidcProvider(redirectUriOf(t.ports));
    atEnd(async () => await idp[Symbol.asyncDispose]());
    const secret = { kind: 'OAUTH2_CLIENT', secret: idp.client };
    const scopes = ['openid', 'records:read'];
    const { id } = await made.made({ document: openIdDocument(idp) }, { secret, scopes, name: 'Records' });
    const visit = await signIn(people.owner, `/console/~/connections/${id}`);
    const { page } = visit;
    await page.getByText('A person has to authorize it').waitFor();
    await page.getByRole('button', { name: 'Authorize' }).click();

    await page.getByRole('button', { name: 'Authorize again' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    expect((await made.read(id)).status).toBe('ACTIVE');
    // The browser was at the provider, and nowhere else.
    expect(visit.complaints.every((it) => it.startsWith(idp.issuer.origin))).toBe(true);
    visit.complaints.splice(0);
    await assertClean(visit);

    await page.goto(`${base}/connections/callback?state=forged&code=forged`);
    await page.getByText('This state matches no pending authorization').first().waitFor();
    await assertClean(visit);
  });

  it('explains what a role may not do, in dark at 390 pixels', async () => {
    const { id } = await made.made(shop, { name: 'Narrow', secret: { kind: 'BEARER', secret: { token } } });
    const visit = await signIn(support, `/console/~/connections/${id}`, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    // A closed button explains itself: it is no dead one.
    await visit.page.getByRole('button', { name: 'Disable' }).click({ force: true });
    await visit.page.getByText('It needs connections:disable').first().waitFor();
    expect((await made.read(id)).status).toBe('ACTIVE');
    await assertClean(visit);

    await visit.page.getByRole('link', { name: 'Connections', exact: true }).first().click();
    await visit.page.getByRole('link', { name: 'Narrow' }).waitFor();
    await assertClean(visit);
  });
});
