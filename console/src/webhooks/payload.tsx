import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Json } from '../parts/json.tsx';
import { Refused } from '../parts/refused.tsx';
import type { DeliveryData } from './delivery-data.ts';
import {
  DeliveredEventDocument,
  WebhookTypeDocument,
  type DeliveredEventQuery,
} from './documents.generated.ts';

/** What the message says: the event, or the sample of its type. */
export function Payload({ of: delivery }: { of: DeliveryData }) {
  if (!may('events:read'))
    return (
      <p class="quiet">
        It needs <code>events:read</code>, which your role does not have.
      </p>
    );
  const { eventId } = delivery;
  return eventId ? <OfEvent id={eventId} type={delivery.eventType} /> : <OfSample of={delivery} />;
}

function OfEvent({ id, type }: { id: string; type: string }) {
  const { data, refusal, again } = useRead(DeliveredEventDocument, { id });
  const address = useAddress();
  const event = data?.event;
  if (!event) return refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />;
  return (
    <section>
      <p class="quiet">
        These members come from the event. The message also has apiVersion, workspaceId, environment, isThin,
        isSample and links: see <a href={address(`webhooks/types/${type}`)}>{type}</a>. A message of over 64
        KiB has no data.
      </p>
      <Json value={messageOf(event)} />
    </section>
  );
}

function OfSample({ of: { eventType, messageId } }: { of: DeliveryData }) {
  const { data, refusal, again } = useRead(WebhookTypeDocument, { type: eventType });
  if (!data?.eventType) return refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />;
  return (
    <section>
      <p class="quiet">The sample of the event type, with the id of this message. No event happened.</p>
      <Json value={{ ...(data.eventType.sample as object), id: messageId }} />
    </section>
  );
}

// In the order of the message, without what the cache adds.
function messageOf({ id, type, occurredAt, position, ...rest }: NonNullable<DeliveredEventQuery['event']>) {
  const { resource, actor, data } = rest;
  return {
    id,
    type,
    timestamp: occurredAt,
    sequence: position,
    resource: { type: resource.type, id: resource.id, version: resource.version },
    actor: { kind: actor.kind, id: actor.id },
    data,
  };
}
