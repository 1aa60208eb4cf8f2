import { expect, it } from 'vitest';
import { announceWebhookHealth } from '../../../../schema/deliver/webhook-endpoint/announce.ts';
import { testApp } from '../../../support/app.ts';
import { countersOf } from '../../../support/counters.ts';
import { cast } from '../../../support/people.ts';
import { endpointFor, happen, receiver, status, workerOf } from '../../../support/webhooks.ts';

const t = await testApp({ EGRESS_ALLOWED_HOSTS: '127.0.0.1' });

it('endpointsFailing counts endpoints that fail or that the server disabled, until they are fixed, paused or deleted', async () => {
  const place = await cast(t);
  const { owner, workspaceId } = place;
  const failing = async () => (await countersOf(t, { as: owner, workspaceId })).endpointsFailing;
  const act = async (method: 'POST' | 'DELETE', path: string) =>
    await t.rest(method, `/api/console/webhooks/endpoints/${path}`, { as: owner, workspace: workspaceId });
  const send = async () => {
    await happen(t, place);
    await workerOf(t).work();
    await announceWebhookHealth(t.ports);
  };
  const [well, ill, gone] = [await receiver(), await receiver(status(500)), await receiver(status(410))];
  await endpointFor(t, place, well.url);
  const { id: illId } = await endpointFor(t, place, ill.url);
  const { id: goneId } = await endpointFor(t, place, gone.url);
  expect(await failing()).toBe(0);

  await send();
  expect(await failing()).toBe(2);

  await act('POST', `${illId}/pause`);
  expect(await failing()).toBe(1);

  await act('DELETE', goneId);
  expect(await failing()).toBe(0);

  // Until its next failure, a resumed endpoint is not known to fail.
  await act('POST', `${illId}/resume`);
  expect(await failing()).toBe(0);
  await send();
  expect(await failing()).toBe(1);
  ill.answers = status(200);
  await send();
  expect(await failing()).toBe(0);
});
