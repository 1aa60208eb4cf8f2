import { useRoute } from 'preact-iso/router';
import { Export } from '../app/export.tsx';
import { useFilter } from '../app/filter.ts';
import { LineOfSight, OldScreen } from '../app/line-of-sight.tsx';
import { List } from '../app/list.tsx';
import { ResourceLink } from '../app/resource.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Tail } from '../app/tail.tsx';
import { actorNameOf } from '../parts/actor.ts';
import { Button } from '../parts/button.tsx';
import { Dotted } from '../parts/dotted.tsx';
import { Empty } from '../parts/empty.tsx';
import { Filters, FilterText } from '../parts/filter.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Time } from '../parts/time.tsx';
import { EventCountDocument, EventsDocument, EventTailDocument } from './documents.generated.ts';
import { EventScreen } from './event.tsx';

/** The events of the workspace as they happen, or the one in the address. */
export default function Events() {
  const { id } = useRoute().params;
  return id ? <EventScreen key={id} id={id} /> : <All />;
}

function All() {
  const [type, setType] = useFilter('type');
  const types = type.split(/[\s,]+/).filter(Boolean);
  const variables = types.length > 0 ? { types } : {};
  return (
    <Screen
      name="Events"
      acts={
        <>
          <LineOfSight />
          <Export
            needs="events:read"
            path="/api/console/events"
            query={types.length > 0 ? { types: types.join(',') } : {}}
            document={EventCountDocument}
            variables={variables}
            countOf={({ events }) => events?.totalCount}
          />
        </>
      }
    >
      <Filters>
        <FilterText label="Type" value={type} placeholder="api_key.* or api_key.rotated" onChange={setType} />
      </Filters>
      <OldScreen />
      <Tail
        key={type}
        document={EventTailDocument}
        variables={variables}
        idOf={({ eventOccurred }) => eventOccurred.event.id}
        word="new"
      >
        {(isPaused) => <Rows variables={variables} isPaused={isPaused} showAll={() => setType('')} />}
      </Tail>
    </Screen>
  );
}

interface RowsProps {
  variables: { types?: string[] };
  isPaused: boolean;
  showAll: () => void;
}

function Rows({ variables, isPaused, showAll }: RowsProps) {
  const address = useAddress();
  return (
    <List
      caption="Events, newest first"
      document={EventsDocument}
      variables={variables}
      connection={({ events }) => events}
      isPaused={isPaused}
      columns={[
        {
          name: 'Type',
          cell: (event) => (
            <a href={address(`events/${event.id}`)}>
              <Dotted name={event.type} />
            </a>
          ),
        },
        { name: 'About', isExtra: true, cell: ({ resource }) => <ResourceLink of={resource} /> },
        { name: 'By', isExtra: true, cell: ({ actor }) => actorNameOf(actor) },
        { name: 'Happened', cell: ({ occurredAt }) => <Time at={occurredAt} /> },
      ]}
      empty={variables.types ? <NoMatch types={variables.types} showAll={showAll} /> : <NoEvent />}
    />
  );
}

function NoMatch({ types, showAll }: { types: readonly string[]; showAll: () => void }) {
  return (
    <Empty icon="activity" title="No event of this type">
      <p>
        No stored event matches <code>{types.join(', ')}</code>. New ones appear here as they happen.
      </p>
      <Button onClick={showAll}>Show all types</Button>
    </Empty>
  );
}

function NoEvent() {
  return (
    <Empty icon="activity" title="No event yet">
      <p>
        Each change in the workspace is an event, such as a created application or a rotated key. It appears
        here as it happens, and webhooks deliver it. To cause the first one, create an application:
      </p>
      <Snippet
        text={`curl -X POST ${location.origin}/api/console/applications -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"name":"Checkout"}'`}
      />
    </Empty>
  );
}
