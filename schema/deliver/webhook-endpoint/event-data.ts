import type { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { Context } from '../../kernel/context.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/**
 * Returns the event data of an endpoint. It contains only the host of the URL, since the rest may be the
 * receiver’s secret.
 */
export function toEventData(endpoint: WebhookEndpoint): EventData<'webhook_endpoint.created'> {
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

/** Returns the audit data of a changed URL: hosts, and fingerprints that differ if the URLs do. */
export function toMoveEventData(ctx: Keyed, { id, url: before }: WebhookEndpoint, after: string) {
  const both = [before, after];
  return {
    host: both.map((url) => new URL(url).host),
    urlFingerprint: both.map((url) => fingerprintOf(ctx, id, url)),
  };
}

type Keyed = Pick<Context, 'keyedHash'>;

/**
 * Returns eight hexadecimal digits for a URL. Only the master key connects them to it, and they differ per
 * endpoint.
 */
function fingerprintOf({ keyedHash }: Keyed, endpointId: string, url: string): string {
  return keyedHash('webhook address fingerprint', `${endpointId} ${url}`).toString('hex', 0, 4);
}

export function toDeliveryEventData({
  endpointId,
  messageId,
  eventType,
  status,
  attempts,
}: WebhookDelivery): EventData<'webhook_delivery.exhausted'> {
  return { endpointId, messageId, eventType, status, attempts };
}
