import { useLocation } from 'preact-iso/router';
import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { Status } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import type { ConnectorData } from './connector-data.ts';
import { ConnectorCapabilitiesDocument } from './documents.generated.ts';

const views = [
  ['all', 'All', {}, 'The description has no capability that can be imported.'],
  [
    'changed',
    'Changed',
    { drifted: true },
    'No definition has changed since its first import. A change beyond title and description appears here to review.',
  ],
  ['removed', 'Removed', { removed: true }, 'No capability has disappeared from the description.'],
] as const;

/** The capabilities of a connector: all, or those that a newer description has changed or removed. */
export function ConnectorCapabilities({ of: { id } }: { of: ConnectorData }) {
  const { query } = useLocation();
  const address = useAddress();
  const [view, , filter, none] = views.find(([name]) => name === query['show']) ?? views[0];
  return (
    <section>
      <h2>Capabilities</h2>
      <Tabs
        label="Capabilities"
        of={views.map(([name, word]) => ({
          word,
          href: address(name === 'all' ? `connectors/${id}` : `connectors/${id}?show=${name}`),
          isHere: name === view,
        }))}
      />
      <List
        key={view}
        caption="Capabilities"
        document={ConnectorCapabilitiesDocument}
        variables={{ connectorId: id, ...filter }}
        connection={({ connectorCapabilities }) => connectorCapabilities}
        columns={[
          { name: 'Title', cell: (it) => <a href={address(`capabilities/${it.id}`)}>{it.title}</a> },
          { name: 'Mode', cell: ({ mode }) => <Status of="mode" is={mode} /> },
          { name: 'Key', isExtra: true, cell: ({ key }) => <code>{key}</code> },
          {
            name: 'Definition',
            isExtra: true,
            cell: ({ driftedAt, removedAt }) => {
              if (removedAt)
                return (
                  <>
                    <Status of="capability" is="REMOVED" /> <Time at={removedAt} />
                  </>
                );
              if (!driftedAt) return <Status of="capability" is="UNCHANGED" />;
              return (
                <>
                  <Status of="capability" is="CHANGED" /> <Time at={driftedAt} />
                </>
              );
            },
          },
        ]}
        empty={<p class="quiet">{none}</p>}
      />
    </section>
  );
}
