import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { useFilter } from '../app/filter.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { useLine } from '../app/tail.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { Attempts } from './attempts.tsx';
import { useDeliveryLine } from './cursor.ts';
import type { DeliveryData } from './delivery-data.ts';
import { DeliveryChangedDocument, WebhookDeliveryDocument } from './documents.generated.ts';
import { Headers } from './headers.tsx';
import { Payload } from './payload.tsx';
import { Replay } from './replay.tsx';
import { triggerNames } from './words.ts';

const views = [
  ['', 'Attempts', Attempts],
  ['payload', 'Payload', Payload],
  ['headers', 'Headers', Headers],
] as const;

/** One delivery: its attempts as they happen, and what is sent. */
export function Delivery({ id, endpointId }: { id: string; endpointId: string }) {
  const { data, refusal, again } = useRead(WebhookDeliveryDocument, { id });
  useLine(DeliveryChangedDocument, useDeliveryLine(endpointId));
  const address = useAddress();
  const [show] = useFilter('show');
  const [isReplaying, setReplaying] = useState(false);
  const delivery = data?.webhookDelivery;
  const up = { name: delivery?.endpoint?.host ?? 'Endpoint', href: address(`webhooks/${endpointId}`) };
  if (!delivery)
    return (
      <Screen name="Delivery" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const here = address(`webhooks/${endpointId}/${id}`);
  const [view, , View] = views.find(([name]) => name === show) ?? views[0];
  return (
    <Screen
      name={delivery.eventType}
      up={up}
      above={
        <>
          {delivery.endpoint && <Status of="environment" is={delivery.endpoint.environment} />}{' '}
          <Id value={delivery.id} />
        </>
      }
      acts={
        <Act
          needs="webhook_deliveries:replay"
          obstacle={obstacleOf(delivery)}
          look="primary"
          onClick={() => setReplaying(true)}
        >
          Replay
        </Act>
      }
    >
      <Summary of={delivery} />
      <Tabs
        label="Views of the delivery"
        of={views.map(([name, word]) => ({
          word,
          href: name ? `${here}?show=${name}` : here,
          isHere: name === view,
          count: name === '' ? delivery.attempts.length : undefined,
        }))}
      />
      <View of={delivery} />
      {isReplaying && <Replay of={delivery} onClose={() => setReplaying(false)} />}
    </Screen>
  );
}

function Summary({ of: delivery }: { of: DeliveryData }) {
  const address = useAddress();
  return (
    <Facts
      of={[
        ['State', <Status of="webhookDelivery" is={delivery.status} />],
        ['Sent because of', triggerNames[delivery.trigger]],
        [
          'Event',
          delivery.eventId && <a href={address(`events/${delivery.eventId}`)}>{delivery.eventType}</a>,
        ],
        ['Message', <Id value={delivery.messageId} what="webhook-id" />],
        ['Next attempt', delivery.dueAt && <Time at={delivery.dueAt} />],
        ['Created', <Time at={delivery.createdAt} />],
        ['Ended', delivery.endedAt && <Time at={delivery.endedAt} />],
      ]}
    />
  );
}

function obstacleOf({ status, endpoint }: DeliveryData): string | null {
  if (status === 'SENDING') return 'It is being sent. Wait until the attempt has ended.';
  if (endpoint?.status === 'ACTIVE') return null;
  if (endpoint?.status === 'PAUSED') return 'The endpoint is paused. Resume it first.';
  if (endpoint?.status === 'DISABLED') return 'The endpoint is disabled. Enable it first.';
  return 'The endpoint is deleted, so nothing can be sent to it.';
}
