import type { Knex } from 'knex';
import { AuditHead } from '../../db/models/audit.ts';
import { Event } from '../../db/models/event.ts';
import { WebhookDelivery } from '../../db/models/webhook-delivery.ts';
import { WebhookQueue } from '../../db/models/webhook-queue.ts';
import type { DeliveryChange } from '../../schema/kernel/ports/feed.ts';
import type { Positions } from './watches.ts';

type Table<Item> = Omit<Positions<Item>, 'see'>;

/** The events of workspaces. */
export function eventPositions(knex: Knex): Table<Event> {
  return {
    async headsOf(ids) {
      const heads = await AuditHead.query(knex)
        .whereRaw('chain = any (?)', [[...ids]])
        .select('chain', 'eventPosition');
      return heads.map(({ chain: id, eventPosition: position }) => ({ id, position }));
    },
    async pageOf(workspaceId, { after, upTo, limit }) {
      const page = Event.query(knex)
        .where({ workspaceId })
        .where('position', '>', after)
        .orderBy('position')
        .limit(limit);
      return await (upTo === undefined ? page : page.where('position', '<=', upTo));
    },
  };
}

/** The changes of webhook endpoints' deliveries; of several changes of one delivery, only the last exists. */
export function deliveryPositions(knex: Knex): Table<DeliveryChange> {
  return {
    async headsOf(ids) {
      const queues = await WebhookQueue.query(knex)
        .whereRaw('id = any (?)', [[...ids]])
        .select('id', 'changePosition');
      return queues.map(({ id, changePosition: position }) => ({ id, position }));
    },
    async pageOf(endpointId, { after, upTo, limit }) {
      const page = WebhookDelivery.query(knex)
        .where({ endpointId })
        .where('changePosition', '>', after)
        .orderBy('changePosition')
        .limit(limit);
      const deliveries = await (upTo === undefined ? page : page.where('changePosition', '<=', upTo));
      return deliveries.map((delivery) => ({ position: delivery.changePosition, delivery }));
    },
  };
}
