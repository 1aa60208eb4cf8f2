import type { WebhookEndpointQuery } from './documents.generated.ts';

/** An endpoint as its screen reads it. */
export type EndpointData = NonNullable<WebhookEndpointQuery['webhookEndpoint']>;

/** What is open on the screen of an endpoint. */
export type Open =
  | 'sample'
  | 'change'
  | 'pause'
  | 'resume'
  | 'enable'
  | 'rotate'
  | 'replay'
  | 'delete'
  | null;
