import { useEffect, useState } from 'preact/hooks';
import { client, refusalOf } from '../app/client.ts';
import type { Refusal } from '../parts/refusal.ts';
import { WebhookTypesDocument, type WebhookTypesQuery } from './documents.generated.ts';

export type EventTypeRow = NonNullable<WebhookTypesQuery['eventTypes']>['edges'][number]['node'];

interface EventTypes {
  /** All event types, by name; null before they are here. */
  types: EventTypeRow[] | null;
  refusal: Refusal | null;
  again: () => void;
}

/** Reads all event types. There are few, and only a new version of the server changes them. */
export function useEventTypes(): EventTypes {
  const [types, setTypes] = useState<EventTypeRow[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isHere = true;
    setRefusal(null);
    readAll().then(
      (found) => isHere && setTypes(found),
      (error: Refusal) => isHere && setRefusal(error),
    );
    return () => void (isHere = false);
  }, [tries]);
  return { types, refusal, again: () => setTries((count) => count + 1) };
}

async function readAll(after?: string): Promise<EventTypeRow[]> {
  const { data, error } = await client.value.urql.query(WebhookTypesDocument, after ? { after } : {}, {
    requestPolicy: 'cache-first',
  });
  if (error) throw refusalOf(error);
  const { edges = [], pageInfo } = data?.eventTypes ?? {};
  const rows = edges.map(({ node }) => node);
  return pageInfo?.hasNextPage && pageInfo.endCursor
    ? [...rows, ...(await readAll(pageInfo.endCursor))]
    : rows;
}
