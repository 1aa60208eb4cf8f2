import { beforeAll, describe, expect, it } from 'vitest';
import { assertClean, chromiumPath, consoleApp, goTo } from '../../support/console.ts';
import { cast, type Cast, type CastMember } from '../../support/people.ts';
import { endpointFor, happen, receiver, workerOf } from '../../support/webhooks.ts';

describe.skipIf(!chromiumPath)('webhooks in the console', async () => {
  const app = await consoleApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });
  const { t, signIn } = app;
  const worker = workerOf(t);
  /** Sends what is due, and tells the subscribers, as the server does each second. */
  const work = async () => {
    await worker.work();
    await t.ports.feed.tick();
  };
  let people: Cast;
  let [developer, support]: CastMember[] = [];
  beforeAll(async () => {
    people = await cast(t);
    developer = await people.as('DEVELOPER');
    support = await people.as('SUPPORT');
  });

  it('an endpoint is created, its secret shown once, and a sample arrives', async () => {
    const host = await receiver();
    // A color in transition has no contrast to measure.
    const visit = await signIn(developer ?? people.owner, undefined, { reducedMotion: 'reduce' });
    const { page } = visit;
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByText('No webhook endpoint yet').waitFor();
    await assertClean(visit);

    await page.getByRole('button', { name: 'Create an endpoint' }).first().click();
    await page.getByLabel('URL').fill(host.url);
    await page.getByLabel('Event types').fill('application.*');
    await page.getByLabel('Add an event type').selectOption('api_key.rotated');
    expect(await page.getByLabel('Event types').inputValue()).toBe('application.*\napi_key.rotated');
    await page.getByRole('button', { name: 'Create the endpoint' }).click();
    await page.getByRole('button', { name: 'Show' }).click();
    const secret = await page
      .getByText(/^whsec_sandbox_/)
      .first()
      .textContent();
    await assertClean(visit);
    await page.getByRole('button', { name: 'I have stored it' }).click();

    await page.getByRole('button', { name: 'Send a sample' }).click();
    await page.getByRole('button', { name: 'Send the sample' }).click();
    await page.getByText('Waiting', { exact: true }).waitFor();
    await work();
    await page.getByText('Attempt 1').waitFor();
    await page.getByText('Delivered', { exact: true }).waitFor();
    await assertClean(visit);
    expect(host.received[0]?.headers['webhook-event-type']).toBe('api_key.rotated');
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('link', { name: 'Payload' }).click();
    await page.getByText('"isSample": true').waitFor();
    await page.getByRole('link', { name: 'Headers' }).click();
    await page.getByRole('cell', { name: 'webhook-signature', exact: true }).waitFor();
    await assertClean(visit);
  });

  it('a failed delivery shows what the receiver answered, and is replayed', async () => {
    const host = await receiver((response) => void response.writeHead(500).end('The queue is full.'));
    const { id } = await endpointFor(t, people, host.url);
    const visit = await signIn(support ?? people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.locator(`a[href$="${id}"]`).click();
    await page.getByText('No delivery yet.').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();

    await happen(t, people);
    await work();
    await page.getByText('Deliveries fail.').waitFor();
    await page.getByRole('cell', { name: 'Retrying' }).waitFor();
    await page.getByText('The whole URL needs webhooks:write.').waitFor();
    await assertClean(visit);

    await page.getByRole('link', { name: 'application.created' }).click();
    await page.getByText('The queue is full.').waitFor();
    host.answers = (response) => void response.end('ok');
    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Replay the delivery' }).click();
    await page.getByText('Waiting', { exact: true }).waitFor();
    await work();
    await page.getByText('Attempt 2').waitFor();
    await page.getByText('Delivered', { exact: true }).waitFor();
    expect(host.received.map(({ headers }) => headers['webhook-attempt'])).toEqual(['1', '2']);
    await assertClean(visit);
  });

  it('an endpoint is changed, paused, resumed, given another secret and deleted', async () => {
    const { id } = await endpointFor(t, people, 'https://hooks.example.com/orders');
    const visit = await signIn(people.owner);
    const { page } = visit;
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await page.locator(`a[href$="${id}"]`).click();

    await page.getByRole('button', { name: 'Change' }).click();
    await page.getByLabel('Description').fill('Orders of the shop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Orders of the shop').waitFor();

    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Pause the endpoint' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    await assertClean(visit);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Resume the endpoint' }).click();
    await page.getByText('Active', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Replay' }).click();
    await page.getByRole('button', { name: 'Replay the deliveries' }).click();
    await page.getByText('so none is sent again').waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();

    await page.getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText('The previous secret signs too').waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete the endpoint' }).click();
    await page.locator('dd').getByText('Deleted').waitFor();
    expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0);
    await assertClean(visit);
  });

  it('is clean in dark at 390 pixels', async () => {
    const host = await receiver((response) => void response.writeHead(500).end('The queue is full.'));
    const { id } = await endpointFor(t, people, host.url);
    await happen(t, people);
    await work();
    const visit = await signIn(people.owner, undefined, {
      colorScheme: 'dark',
      viewport: { width: 390, height: 844 },
    });
    const { page } = visit;
    await goTo({ page }, 'Webhooks');
    await page.locator(`a[href$="${id}"]`).waitFor();
    await assertClean(visit);
    await page.locator(`a[href$="${id}"]`).click();
    await page.getByRole('link', { name: 'application.created' }).click();
    await page.getByText('The queue is full.').waitFor();
    await assertClean(visit);
    await goTo({ page }, 'Webhooks');
    await page.getByRole('link', { name: 'Event types' }).click();
    await page.getByRole('link', { name: 'api_key.rotated' }).click();
    await page.getByRole('link', { name: 'JSON Schema' }).click();
    await page.getByText('"$schema"').waitFor();
    await assertClean(visit);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
