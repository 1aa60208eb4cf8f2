import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointChart } from './endpoint-chart.tsx';
import { WebhookEndpointDocument } from './documents.generated.ts';
import { Acts, Dialogs } from './endpoint-acts.tsx';
import type { EndpointData, Open } from './endpoint-data.ts';
import { SigningSecret, type NewSecret } from './secret.tsx';
import { disabledReasons, durationOf } from './words.ts';

/** One endpoint: what it receives, how it does, and its deliveries as they happen. */
export function Endpoint({ id }: { id: string }) {
  const { data, refusal, again } = useRead(WebhookEndpointDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const up = { name: 'Webhooks', href: address('webhooks') };
  const endpoint = data?.webhookEndpoint;
  if (!endpoint)
    return (
      <Screen name="Webhook endpoint" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const take = (made: NewSecret) => {
    setOpen(null);
    setSecret(made);
  };
  return (
    <Screen
      name={endpoint.host}
      up={up}
      above={
        <>
          <Status of="environment" is={endpoint.environment} /> <Id value={endpoint.id} />
        </>
      }
      acts={<Acts of={endpoint} open={setOpen} />}
    >
      <Trouble of={endpoint} />
      <Settings of={endpoint} />
      <EndpointChart endpointId={endpoint.id} />
      <Deliveries of={endpoint} />
      <Dialogs of={endpoint} open={open} onMade={take} onClose={() => setOpen(null)} />
      {secret && <SigningSecret of={secret} onStored={() => setSecret(null)} />}
    </Screen>
  );
}

function Trouble({ of: { disabledReason, failingSince, isCircuitOpen, status } }: { of: EndpointData }) {
  const isDisabled = status === 'DISABLED' && disabledReason !== null;
  if (status === 'DELETED' || (!isDisabled && !failingSince && !isCircuitOpen)) return null;
  return (
    <div class={isDisabled ? 'notice bad' : 'notice wait'}>
      <Icon name="alert" />
      <div>
        {isDisabled && <p>The endpoint is disabled. {disabledReasons[disabledReason]}</p>}
        {!isDisabled && failingSince && (
          <p>
            Deliveries fail. The first failure was <Time at={failingSince} />.
          </p>
        )}
        {!isDisabled && isCircuitOpen && (
          <p>Most of them fail, so the server tries one every 30 seconds. The rest waits.</p>
        )}
      </div>
    </div>
  );
}

function Settings({ of: endpoint }: { of: EndpointData }) {
  const { stats } = endpoint;
  const none = <span class="quiet">None</span>;
  return (
    <Facts
      of={[
        ['State', <Status of="webhookEndpoint" is={endpoint.status} />],
        ['URL', endpoint.url ? <code>{endpoint.url}</code> : <Hidden host={endpoint.host} />],
        ['Description', endpoint.description || none],
        ['Event types', <code>{endpoint.eventTypes.join(', ')}</code>],
        ['Only about', aboutOf(endpoint)],
        ['Order', endpoint.isOrdered ? 'In order for each resource' : 'As soon as possible'],
        ['Signing secret', <code>{endpoint.secretHint}</code>],
        ['Secret rotated', endpoint.secretRotatedAt && <Time at={endpoint.secretRotatedAt} />],
        [
          'The previous secret signs too',
          endpoint.previousSecretEndsAt && (
            <>
              It stops <Time at={endpoint.previousSecretEndsAt} />
            </>
          ),
        ],
        ['Stopped', endpoint.stoppedAt && <Time at={endpoint.stoppedAt} />],
        ['Latest deliveries', stats.deliveryCount > 0 && countsOf(stats)],
        ['Oldest waiting', stats.oldestWaitingAt && <Time at={stats.oldestWaitingAt} />],
        ['Answer time', stats.p50Ms !== null && timesOf(stats)],
        ['Created by', nameOf(endpoint.createdBy)],
        ['Created', <Time at={endpoint.createdAt} />],
      ]}
    />
  );
}

function Hidden({ host }: { host: string }) {
  return (
    <>
      <code>{host}</code>{' '}
      <span class="quiet">
        The whole URL needs <code>webhooks:write</code>.
      </span>
    </>
  );
}

function aboutOf({ applicationIds, connectionIds }: EndpointData): string | null {
  const counts = [
    applicationIds.length > 0 && countOf(applicationIds.length, 'application'),
    connectionIds.length > 0 && countOf(connectionIds.length, 'connection'),
  ].filter(Boolean);
  return counts.length > 0 ? counts.join(' and ') : null;
}

function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function countsOf({ succeededCount, failedCount, waitingCount }: EndpointData['stats']): string {
  return `${succeededCount} delivered, ${failedCount} failed, ${waitingCount} waiting`;
}

function timesOf({ p50Ms, p95Ms }: EndpointData['stats']): string {
  return `${durationOf(p50Ms ?? 0)} in half of the attempts, ${durationOf(p95Ms ?? 0)} in 95\u00A0%`;
}
