import type { WebhookDeliveryQuery } from './documents.generated.ts';

/** A delivery as its screen reads it. */
export type DeliveryData = NonNullable<WebhookDeliveryQuery['webhookDelivery']>;
