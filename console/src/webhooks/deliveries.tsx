import { useFilter } from '../app/filter.ts';
import { LineOfSight } from '../app/line-of-sight.tsx';
import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { Tail } from '../app/tail.tsx';
import { Dotted } from '../parts/dotted.tsx';
import { FilterChoice, Filters, FilterText } from '../parts/filter.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { useDeliveryLine } from './cursor.ts';
import {
  DeliveryChangedDocument,
  WebhookDeliveriesDocument,
  type DeliveryRowFragment,
  type WebhookDeliveriesQueryVariables,
  type WebhookDeliveryStatus,
} from './documents.generated.ts';
import type { EndpointData } from './endpoint-data.ts';
import { deliveryStates } from './words.ts';

/** The deliveries to an endpoint, as they happen. */
export function Deliveries({ of: { id } }: { of: EndpointData }) {
  const line = useDeliveryLine(id);
  const [status, setStatus] = useFilter('status');
  const [eventType, setEventType] = useFilter('type');
  const variables = {
    endpointId: id,
    ...(status && { status: status as WebhookDeliveryStatus }),
    ...(eventType && { eventType }),
  };
  return (
    <section>
      <header class="beside">
        <h2>Deliveries</h2>
        <LineOfSight />
      </header>
      <Filters>
        <FilterChoice
          label="State"
          all="All states"
          value={status}
          options={deliveryStates}
          onChange={setStatus}
        />
        <FilterText
          label="Event type"
          value={eventType}
          placeholder="api_key.rotated"
          onChange={setEventType}
        />
      </Filters>
      <Tail
        document={DeliveryChangedDocument}
        variables={line}
        idOf={({ deliveryChanged }) => deliveryChanged.delivery.id}
        word="changed"
      >
        {(isPaused) => <Rows key={`${status} ${eventType}`} variables={variables} isPaused={isPaused} />}
      </Tail>
    </section>
  );
}

interface RowsProps {
  variables: WebhookDeliveriesQueryVariables;
  isPaused: boolean;
}

function Rows({ variables, isPaused }: RowsProps) {
  const address = useAddress();
  const isFiltered = Boolean(variables.status ?? variables.eventType);
  return (
    <List
      caption="Deliveries, newest first"
      document={WebhookDeliveriesDocument}
      variables={variables}
      connection={({ webhookDeliveries }) => webhookDeliveries}
      isPaused={isPaused}
      columns={[
        {
          name: 'Event type',
          cell: ({ id, endpointId, eventType, trigger }) => (
            <>
              <a href={address(`webhooks/${endpointId}/${id}`)}>
                <Dotted name={eventType} />
              </a>
              {trigger === 'SAMPLE' && <span class="quiet"> sample</span>}
            </>
          ),
        },
        { name: 'State', cell: ({ status }) => <Status of="webhookDelivery" is={status} /> },
        { name: 'Attempts', isExtra: true, isNumber: true, cell: ({ attemptCount }) => attemptCount },
        { name: 'Next attempt', isExtra: true, cell: (row) => <Next of={row} /> },
        { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
      empty={
        <p class="quiet">
          {isFiltered
            ? 'No delivery matches the filters.'
            : 'No delivery yet. A delivery is made for each event that the endpoint subscribes to.'}
        </p>
      }
    />
  );
}

function Next({ of: { dueAt, endedAt } }: { of: DeliveryRowFragment }) {
  if (dueAt) return <Time at={dueAt} />;
  return <span class="quiet">{endedAt ? 'None' : 'After an earlier one'}</span>;
}
