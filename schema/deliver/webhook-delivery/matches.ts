import type { Event } from '../../../db/models/event.ts';
import type { WebhookEndpoint } from '../../../db/models/webhook-endpoint.ts';
import { applicationIdOf, connectionIdOf, environmentOf } from '../../records/event/about.ts';
import { namedBy } from '../../records/event/patterns.ts';

type Subscription = Pick<
  WebhookEndpoint,
  'id' | 'environment' | 'eventTypes' | 'applicationIds' | 'connectionIds'
>;

/**
 * Returns a filter for the events of an endpoint: by type, environment, and subject. Events about the
 * endpoint itself never match.
 */
export function matcherFor({ id, environment, ...filters }: Subscription): (event: Event) => boolean {
  const isOfType = namedBy(filters.eventTypes);
  const isAbout = aboutOne(filters);
  return (event) =>
    isOfType(event.type) &&
    (environmentOf(event) ?? environment) === environment &&
    isAbout(event) &&
    event.resource.id !== id &&
    event.data['endpointId'] !== id;
}

function aboutOne({ applicationIds, connectionIds }: Pick<Subscription, 'applicationIds' | 'connectionIds'>) {
  if (applicationIds.length === 0 && connectionIds.length === 0) return () => true;
  return (event: Event) =>
    applicationIds.includes(applicationIdOf(event) ?? '') ||
    connectionIds.includes(connectionIdOf(event) ?? '');
}
