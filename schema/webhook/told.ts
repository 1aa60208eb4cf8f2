import type { WebhookDelivery } from '../../db/models/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../db/models/webhook-endpoint.ts';
import type { EventData } from '../event/catalogue.ts';

/** What events tell of an endpoint: of its address the host alone, since what stands behind it may be the receiver’s secret. */
export function toldOf(endpoint: WebhookEndpoint): EventData<'webhook_endpoint.created'> {
  const { environment, url, eventTypes, applicationIds, connectionIds, isOrdered } = endpoint;
  const { status, disabledReason, secretPrefix, secretLastFour, secretVersion } = endpoint;
  return {
    environment,
    host: new URL(url).host,
    eventTypes,
    applicationIds,
    connectionIds,
    isOrdered,
    status,
    disabledReason,
    secretPrefix,
    secretLastFour,
    secretVersion,
  };
}

export function toldOfDelivery({
  endpointId,
  messageId,
  eventType,
  status,
  attempts,
}: WebhookDelivery): EventData<'webhook_delivery.exhausted'> {
  return { endpointId, messageId, eventType, status, attempts };
}
