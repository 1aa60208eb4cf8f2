import { expect, it } from 'vitest';
import { WebhookEndpoint } from '../../../../db/models/webhook-endpoint.ts';
import { SigningSecrets } from '../../../../schema/deliver/webhook-delivery/signing-secrets.ts';
import { testApp } from '../../../support/app.ts';
import { cast } from '../../../support/people.ts';
import { entriesOf } from '../../../support/trail.ts';
import { endpointFor, receiver } from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });

it('the server opens a signing secret again after ten minutes, and audits each opening', async () => {
  const at = await cast(t);
  const { id, secret } = await endpointFor(t, at, (await receiver()).url);
  const endpoint = await WebhookEndpoint.query(t.ports.database.knex).findById(id).throwIfNotFound();
  const secrets = new SigningSecrets(t.ports);
  const openings = async () =>
    (await entriesOf(t, at.workspaceId)).filter(
      ({ changes }) => (changes as { purpose?: string } | null)?.purpose === 'sign deliveries',
    ).length;
  const seen: number[] = [];

  for (const seconds of [0, 0, 599, 1, 599, 1]) {
    t.clock.advance({ seconds });
    expect(await secrets.of(endpoint as never)).toEqual([secret]);
    seen.push(await openings());
  }

  expect(seen).toEqual([1, 1, 1, 2, 2, 3]);
});
