import type { WebhookDeliveryTrigger, WebhookDisabledReason } from './documents.generated.ts';

export const environments = [
  ['SANDBOX', 'Sandbox'],
  ['LIVE', 'Live'],
] as const;

export const endpointStates = [
  ['ACTIVE', 'Active'],
  ['PAUSED', 'Paused'],
  ['DISABLED', 'Disabled'],
  ['DELETED', 'Deleted'],
] as const;

export const deliveryStates = [
  ['PENDING', 'Waiting'],
  ['SENDING', 'Being sent'],
  ['RETRYING', 'Retrying'],
  ['SUCCEEDED', 'Delivered'],
  ['FAILED', 'Failed'],
  ['DISCARDED', 'Discarded'],
] as const;

export const triggerNames: Readonly<Record<WebhookDeliveryTrigger, string>> = {
  EVENT: 'An event',
  REPLAY: 'A replay',
  SAMPLE: 'A sample',
};

export const disabledReasons: Readonly<Record<WebhookDisabledReason, string>> = {
  FAILURES: 'No delivery succeeded for days.',
  GONE: 'The receiver answered 410, so it no longer wants deliveries.',
  RECEIVER_REQUEST: 'The receiver answered with the header webhook-delivery: disable.',
};

/** Returns how long an attempt took. */
export function durationOf(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}
