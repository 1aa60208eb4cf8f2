import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { useFilter } from '../app/filter.ts';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { FilterChoice, Filters } from '../parts/filter.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { CreateEndpoint } from './create-endpoint.tsx';
import { WebhookEndpointsDocument, type Environment } from './documents.generated.ts';
import { WebhookTabs } from './tabs.tsx';
import { endpointStates, environments } from './words.ts';

/** The webhook endpoints of the workspace. */
export function Endpoints() {
  const [isMaking, setMaking] = useState(false);
  const [environment, setEnvironment] = useFilter('environment');
  const [state, setState] = useFilter('state');
  const address = useAddress();
  const make = (
    <Act needs="webhooks:write" look="primary" onClick={() => setMaking(true)}>
      Create an endpoint
    </Act>
  );
  const isFiltered = environment !== '' || state !== '';
  return (
    <Screen name="Webhooks" acts={make}>
      <WebhookTabs here="endpoints" />
      <Filters>
        <FilterChoice
          label="Environment"
          all="Both"
          value={environment}
          options={environments}
          onChange={setEnvironment}
        />
        <FilterChoice
          label="State"
          all="All but deleted"
          value={state}
          options={endpointStates}
          onChange={setState}
        />
      </Filters>
      <List
        key={environment}
        caption="Webhook endpoints, newest first"
        document={WebhookEndpointsDocument}
        variables={environment ? { environment: environment as Environment } : {}}
        connection={({ webhookEndpoints }) => webhookEndpoints}
        filter={({ status }) => (state ? status === state : status !== 'DELETED')}
        columns={[
          {
            name: 'Endpoint',
            cell: ({ id, host, description }) => (
              <>
                <a href={address(`webhooks/${id}`)}>{host}</a>
                {description && <p class="quiet small">{description}</p>}
              </>
            ),
          },
          { name: 'Environment', cell: ({ environment: it }) => <Status of="environment" is={it} /> },
          { name: 'State', cell: ({ status }) => <Status of="webhookEndpoint" is={status} /> },
          { name: 'Events', isExtra: true, cell: ({ eventTypes }) => <code>{eventTypes.join(', ')}</code> },
          {
            name: 'Failing since',
            isExtra: true,
            cell: ({ failingSince }) =>
              failingSince ? <Time at={failingSince} /> : <span class="quiet">Not failing</span>,
          },
        ]}
        empty={isFiltered ? <NoMatch /> : <NoEndpoint make={make} />}
      />
      {isMaking && <CreateEndpoint onClose={() => setMaking(false)} />}
    </Screen>
  );
}

function NoMatch() {
  return (
    <Empty icon="webhooks" title="No endpoint matches the filters">
      <p>Choose another environment or state.</p>
    </Empty>
  );
}

function NoEndpoint({ make }: { make: ComponentChildren }) {
  return (
    <Empty icon="webhooks" title="No webhook endpoint yet">
      <p>
        A webhook endpoint is a URL of yours. The server sends it a signed message for each event that it
        subscribes to, and retries until it answers.
      </p>
      {make}
      <Snippet
        text={`curl -X POST ${location.origin}/api/console/webhooks/endpoints -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"environment":"SANDBOX","url":"<url>","eventTypes":["application.*"]}'`}
      />
    </Empty>
  );
}
