import { List } from '../app/list.tsx';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { ResourceLink } from '../app/resource.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { actorNameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Json } from '../parts/json.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { EventDeliveriesDocument, EventDocument } from './documents.generated.ts';

/** One event: what changed, its data, and where webhooks delivered it. */
export function EventScreen({ id }: { id: string }) {
  const { data, refusal, again } = useRead(EventDocument, { id });
  const address = useAddress();
  const up = { name: 'Events', href: address('events') };
  const event = data?.event;
  if (!event)
    return (
      <Screen name="Event" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  return (
    <Screen name={event.type} up={up} above={<Id value={event.id} />}>
      <Facts
        of={[
          ['About', <ResourceLink of={event.resource} />],
          ['Version after it', String(event.resource.version)],
          ['By', actorNameOf(event.actor)],
          ['Happened', <Time at={event.occurredAt} />],
          ['Position', String(event.position)],
        ]}
      />
      <section>
        <h2>Data</h2>
        <p class="quiet">The resource as it was right after the event.</p>
        <Json value={event.data} />
      </section>
      {may('webhook_deliveries:read') && (
        <section>
          <h2>Deliveries</h2>
          <Deliveries eventId={id} />
        </section>
      )}
    </Screen>
  );
}

function Deliveries({ eventId }: { eventId: string }) {
  const address = useAddress();
  return (
    <List
      caption="Deliveries of this event, newest first"
      document={EventDeliveriesDocument}
      variables={{ eventId }}
      connection={({ webhookDeliveries }) => webhookDeliveries}
      columns={[
        {
          name: 'Endpoint',
          cell: ({ id, endpointId, endpoint }) => (
            <a href={address(`webhooks/${endpointId}/${id}`)}>{endpoint?.host ?? endpointId}</a>
          ),
        },
        { name: 'State', cell: ({ status }) => <Status of="webhookDelivery" is={status} /> },
        { name: 'Attempts', isExtra: true, isNumber: true, cell: ({ attemptCount }) => attemptCount },
        { name: 'Last change', isExtra: true, cell: ({ updatedAt }) => <Time at={updatedAt} /> },
      ]}
      empty={
        <p class="quiet">
          No webhook endpoint subscribes to this event. <a href={address('webhooks')}>Webhooks</a>
        </p>
      }
    />
  );
}
