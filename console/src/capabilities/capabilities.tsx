import { useLocation, useRoute } from 'preact-iso/router';
import { forward } from '../app/forward.ts';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Capability } from './capability.tsx';
import { CapabilitiesDocument, type CapabilityMode } from './documents.generated.ts';
import { Filters, type Filter } from './filters.tsx';
import { stateOf } from './state-of.ts';
import './capabilities.css';

/** The capabilities of all connectors, by a search, or the one in the address. */
export default function Capabilities() {
  const { id } = useRoute().params;
  return id ? <Capability key={id} id={id} /> : <Search />;
}

function Search() {
  const { query: params, route } = useLocation();
  const address = useAddress();
  const { query = '', mode = '', connector = '' } = params;
  const filter: Filter = { query, mode, connector };
  const apply = (to: Filter) => {
    const chosen = new URLSearchParams(Object.entries(to).filter(([, value]) => value !== '')).toString();
    route(address(chosen ? `capabilities?${chosen}` : 'capabilities'), true);
  };
  const isFiltered = query !== '' || mode !== '' || connector !== '';
  return (
    <Screen name="Capabilities">
      <Filters of={filter} onChange={apply} />
      <List
        key={JSON.stringify(filter)}
        caption={query ? 'Capabilities, best match first' : 'Capabilities, by title'}
        more="Load more"
        document={CapabilitiesDocument}
        variables={{
          ...(query && { query }),
          ...(mode && { mode: mode as CapabilityMode }),
          ...(connector && { connectorId: connector }),
        }}
        connection={({ capabilities }) => forward(capabilities)}
        columns={[
          { name: 'Title', cell: (it) => <a href={address(`capabilities/${it.id}`)}>{it.title}</a> },
          { name: 'Mode', cell: (it) => <Status of="mode" is={it.mode} /> },
          { name: 'Connector', isExtra: true, cell: (it) => it.connector?.name },
          { name: 'Key', isExtra: true, cell: ({ key }) => <code>{key}</code> },
          {
            name: 'Definition',
            isExtra: true,
            cell: (it) => <Status of="capability" is={stateOf(it)} />,
          },
        ]}
        empty={isFiltered ? <NothingFound /> : <NothingYet />}
      />
    </Screen>
  );
}

function NothingFound() {
  return (
    <Empty icon="search" title="No capability matches">
      <p>
        The search covers titles, descriptions, keys, paths, parameters, connectors and connections. It also
        matches synonyms, other forms of a word and small typos, in English.
      </p>
    </Empty>
  );
}

function NothingYet() {
  const address = useAddress();
  return (
    <Empty icon="capabilities" title="No capability yet">
      <p>
        A capability is one operation of a provider’s API, or one tool of an MCP server. Importing a{' '}
        <a href={address('connectors')}>connector</a> brings its capabilities.
      </p>
      <Snippet
        text={`curl '${location.origin}/api/console/connect/capabilities?query=weather&mode=read' -H 'Authorization: Bearer <accessToken>'`}
      />
    </Empty>
  );
}
