import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { Connector } from './connector.tsx';
import { CreateConnector } from './create-connector.tsx';
import { ConnectorsDocument } from './documents.generated.ts';
import { ReadyMade } from './ready-made.tsx';
import { sourceNames } from './words.ts';

/** The connectors of the workspace, the ready-made ones, or the connector in the address. */
export default function Connectors() {
  const { id } = useRoute().params;
  return id ? <Connector key={id} id={id} /> : <All />;
}

function All() {
  const { query } = useLocation();
  const address = useAddress();
  const [isMaking, setMaking] = useState(false);
  const isReadyMade = query['show'] === 'ready-made';
  const make = (
    <Act needs="connections:write" look="primary" onClick={() => setMaking(true)}>
      Import a connector
    </Act>
  );
  return (
    <Screen name="Connectors" acts={make}>
      <Tabs
        label="Connectors"
        of={[
          { word: 'In this workspace', href: address('connectors'), isHere: !isReadyMade },
          { word: 'Ready-made', href: address('connectors?show=ready-made'), isHere: isReadyMade },
        ]}
      />
      {isReadyMade ? <ReadyMade /> : <Imported make={make} />}
      {isMaking && <CreateConnector onClose={() => setMaking(false)} />}
    </Screen>
  );
}

function Imported({ make }: { make: ComponentChildren }) {
  const address = useAddress();
  return (
    <List
      caption="Connectors, newest first"
      document={ConnectorsDocument}
      variables={{}}
      connection={({ connectors }) => connectors}
      columns={[
        { name: 'Name', cell: ({ id, name }) => <a href={address(`connectors/${id}`)}>{name}</a> },
        { name: 'State', cell: ({ status }) => <Status of="connector" is={status} /> },
        {
          name: 'Source',
          isExtra: true,
          cell: ({ source, readyMade }) => (readyMade ? 'Ready-made' : sourceNames[source]),
        },
        {
          name: 'API',
          isExtra: true,
          cell: ({ apiTitle, apiVersion }) => [apiTitle, apiVersion].filter(Boolean).join(' '),
        },
        {
          name: 'Imported',
          isExtra: true,
          cell: ({ importedAt }) =>
            importedAt ? <Time at={importedAt} /> : <span class="quiet">Never</span>,
        },
      ]}
      empty={
        <Empty icon="connectors" title="No connector yet">
          <p>
            A connector is a provider’s API as the provider describes it: an OpenAPI document or an MCP
            server. Start with a <a href={address('connectors?show=ready-made')}>ready-made one</a>, or import
            another.
          </p>
          {make}
          <Snippet
            text={`curl -X POST ${location.origin}/api/console/connect/connectors -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"readyMade":"open-meteo"}'`}
          />
        </Empty>
      }
    />
  );
}
