import { useAll, type All } from '../app/all.ts';
import { WebhookTypesDocument, type WebhookTypesQuery } from './documents.generated.ts';

export type EventTypeRow = NonNullable<WebhookTypesQuery['eventTypes']>['edges'][number]['node'];

/** Reads all event types. There are few, and only a new version of the server changes them. */
export function useEventTypes(): All<EventTypeRow> {
  return useAll(WebhookTypesDocument, {}, ({ eventTypes }) => eventTypes, { policy: 'cache-first' });
}
