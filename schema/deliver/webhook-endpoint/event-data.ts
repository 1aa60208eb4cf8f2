import type { WebhookDelivery } from '../../../db/models/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import type { Context } from '../../kernel/context.ts';
import type { EventData } from '../../records/event/catalogue.ts';

/** What events tell of an endpoint: of its address the host alone, since what stands behind it may be the receiver’s secret. */
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

/** What the audit log tells of another address: the hosts, and fingerprints, which differ where the addresses do. */
export function toMoveEventData(ctx: Keyed, { id, url: before }: WebhookEndpoint, after: string) {
  const both = [before, after];
  return {
    host: both.map((url) => new URL(url).host),
    urlFingerprint: both.map((url) => fingerprintOf(ctx, id, url)),
  };
}

type Keyed = Pick<Context, 'keyedHash'>;

/** Eight hexadecimal digits from which nobody without the master key learns an address; of one endpoint alone. */
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
