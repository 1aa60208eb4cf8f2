import { WebhookEndpoint } from '../../db/models/webhook-endpoint.ts';
import { send, type Ids, type Place as Anywhere } from './matrix.place.ts';

type Place = Pick<Anywhere, 't' | 'owner' | 'workspaceId'>;

const endpoints = '/api/console/webhooks/endpoints';

export const receiverAt = (environment = 'SANDBOX') => ({
  environment,
  url: 'https://hooks.example.com/sallyport',
  eventTypes: ['application.*'],
});

/** The latest endpoint of each workspace. A workspace may have only 20. */
const made = new Map<string, string>();

export async function webhookEndpoint(place: Place): Promise<Ids> {
  const { workspaceId, t } = place;
  const { knex } = t.ports.database;
  const last = await WebhookEndpoint.query(knex).findById(made.get(workspaceId) ?? '');
  if (last && last.status !== 'DELETED') await send(place, 'DELETE', `${endpoints}/${last.id}`);
  const { id = '' } = await send(place, 'POST', endpoints, receiverAt());
  made.set(workspaceId, id);
  return { id };
}

export async function pausedWebhookEndpoint(place: Place): Promise<Ids> {
  const { id = '' } = await webhookEndpoint(place);
  await send(place, 'POST', `${endpoints}/${id}/pause`);
  return { id };
}

export async function disabledWebhookEndpoint(place: Place): Promise<Ids> {
  const { id = '' } = await webhookEndpoint(place);
  const now = place.t.clock.now();
  const disabled = { status: 'DISABLED', disabledReason: 'FAILURES', stoppedAt: now } as const;
  await WebhookEndpoint.query(place.t.ports.database.knex).findById(id).patch(disabled);
  return { id };
}

export async function webhookDelivery(place: Place): Promise<Ids> {
  const { id = '' } = await webhookEndpoint(place);
  const delivery = await send(place, 'POST', `${endpoints}/${id}/test`, { type: 'application.created' });
  return { id: delivery['id'] ?? '' };
}
