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
  say('\nA little receiver starts on this machine, as anybody would write one with the SDK.');
  await using receiver = await startDemoReceiver();
  const endpoint = await step(
    'Ada wants to be told what happens to applications.',
    'POST /api/console/webhooks/endpoints',
    {
      as,
      body: { environment: 'SANDBOX', url: receiver.url, eventTypes: ['application.*'] },
      expect: 201,
      show: ['id', 'url', 'eventTypes', 'status', 'secret'],
      note: 'Everything is signed with this secret, which is shown once. The receiver keeps it.',
    },
  );
  receiver.trust(textAt(endpoint, 'secret'));
  const id = textAt(endpoint, 'id');
  const asked = await step(
    'Her dashboard asks where the deliveries stand, and watches them from there.',
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

  await step(
    'Something happens: the application gets another name.',
    `PATCH /api/console/applications/${application}`,
    {
      as,
      body: { name: 'Checkout 2' },
      expect: 200,
      show: ['id', 'name', 'updatedAt'],
    },
  );
  sayReceived('The receiver has it, and the signature proves who sent it:', await receiver.next());
  sayLive('The dashboard has seen it arrive:', await untilTaken(dashboard));

  const endpoints = `/api/console/webhooks/endpoints/${id}`;
  await step(
    'The secret is replaced, and the receiver does not know the new one yet.',
    `POST ${endpoints}/rotate-secret`,
    {
      as,
      body: {},
      expect: 200,
      show: ['id', 'secret', 'secretVersion', 'previousSecretEndsAt'],
      note: 'For a day both sign, so nothing is lost while the receiver is given the new one.',
    },
  );
  await step('A sample of any type shows how the receiver takes it.', `POST ${endpoints}/test`, {
    as,
    body: { type: 'application.deleted' },
    expect: 202,
    show: ['id', 'eventType', 'status', 'trigger'],
  });
  sayReceived('It still verifies by the old secret:', await receiver.next());
}

// Intermediate states may be missing.
async function untilTaken(dashboard: Watch): Promise<unknown> {
  for (;;) {
    const message = await dashboard.next();
    if (textAt(message, 'deliveryChanged.delivery.status') === 'SUCCEEDED') return message;
  }
}
