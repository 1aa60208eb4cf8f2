import { createHash } from 'node:crypto';
import type { Event } from '../../../db/models/event.ts';
import type { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { EventType } from '../../records/event/catalogue.ts';
import { bodyOf, messageOf, type Message } from '../../records/event/message.ts';
import { sampleOf } from '../../records/event/sample.ts';

/** A delivery with what its content depends on. */
export interface Sendable {
  delivery: Pick<WebhookDelivery, 'messageId' | 'eventType' | 'workspaceId' | 'createdAt'>;
  endpoint: Pick<WebhookEndpoint, 'id' | 'environment'>;
  /** Null for a sample. */
  event: Event | null;
}

export interface Content {
  body: string;
  /** SHA-256 of the body, to know later whether an attempt sent it. */
  digest: Buffer;
}

/** Returns the body of each attempt. */
export function contentOf(sendable: Sendable, baseUrl: string): Content {
  const body = bodyOf(messageFor(sendable, baseUrl));
  return { body, digest: createHash('sha256').update(body).digest() };
}

function messageFor({ delivery, endpoint, event }: Sendable, baseUrl: string): Message {
  const { messageId: id, eventType: type, workspaceId, createdAt: now } = delivery;
  if (event) return messageOf(event, baseUrl);
  return sampleOf(type as EventType, { id, workspaceId, environment: endpoint.environment, baseUrl, now });
}

/** Returns the headers that are the same for each attempt. */
export function lastingHeaders({ delivery, endpoint }: Sendable): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': 'Sallyport-Webhooks/1',
    'accept-encoding': 'identity',
    'webhook-id': delivery.messageId,
    'webhook-event-type': delivery.eventType,
    'webhook-environment': endpoint.environment,
    'webhook-endpoint-id': endpoint.id,
  };
}
