import { textAt } from '../client.ts';
import type { Desk } from './connection.ts';
import { startDemoReceiver } from './receiver.ts';
import { say, sayLive, sayReceived, type TakeStep } from './transcript.ts';
import { watch, type Watch } from '../watch.ts';

interface Subject extends Desk {
  workspace: string;
  application: string;
}

const subscription = `subscription ($id: ID!, $after: String) {
  deliveryChanged(endpointId: $id, after: $after) { delivery {
    eventType status attemptCount attempts { outcome statusCode } } } }`;

/** Sends events to an external receiver, which verifies that Sallyport signed them. */
export async function announceReceiver(
  step: TakeStep,
  { baseUrl, as, workspace, application }: Subject,
): Promise<void> {
  say('\nThe demo starts a small receiver on this machine, written with the SDK.');
  await using receiver = await startDemoReceiver();
  const endpoint = await step(
    'Ada subscribes to the events of applications.',
    'POST /api/console/webhooks/endpoints',
    {
      as,
      body: { environment: 'SANDBOX', url: receiver.url, eventTypes: ['application.*'] },
      expect: 201,
      show: ['id', 'url', 'eventTypes', 'status', 'secret'],
      note: 'The server signs each message with this secret, and shows it once. The receiver stores it.',
    },
  );
  receiver.trust(textAt(endpoint, 'secret'));
  const id = textAt(endpoint, 'id');
  const asked = await step(
    'Her dashboard reads the current cursor, and watches the deliveries.',
    'POST /graphql',
    {
      as,
      workspace,
      body: { query: 'query ($id: ID!) { webhookEndpoint(id: $id) { deliveryCursor } }', variables: { id } },
      expect: 200,
    },
  );
  const after = textAt(asked, 'data.webhookEndpoint.deliveryCursor');
  await using dashboard = watch(baseUrl, { as, workspace }, subscription, { id, after });

  await step('Ada renames the application.', `PATCH /api/console/applications/${application}`, {
    as,
    body: { name: 'Checkout 2' },
    expect: 200,
    show: ['id', 'name', 'updatedAt'],
  });
  sayReceived('The receiver has it, and the signature proves who sent it:', await receiver.next());
  sayLive('The dashboard has seen it arrive:', await untilTaken(dashboard));

  const endpoints = `/api/console/webhooks/endpoints/${id}`;
  await step(
    'Ada rotates the secret. The receiver does not have the new one yet.',
    `POST ${endpoints}/rotate-secret`,
    {
      as,
      body: {},
      expect: 200,
      show: ['id', 'secret', 'secretVersion', 'previousSecretEndsAt'],
      note: 'Both secrets sign for a day, so Ada can update the receiver without losing a delivery.',
    },
  );
  await step('Ada sends a sample to test the receiver.', `POST ${endpoints}/test`, {
    as,
    body: { type: 'application.deleted' },
    expect: 202,
    show: ['id', 'eventType', 'status', 'trigger'],
  });
  sayReceived('The old secret still verifies:', await receiver.next());
}

// Intermediate states may be missing.
async function untilTaken(dashboard: Watch): Promise<unknown> {
  for (;;) {
    const message = await dashboard.next();
    if (textAt(message, 'deliveryChanged.delivery.status') === 'SUCCEEDED') return message;
  }
}
