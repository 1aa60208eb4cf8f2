import { useLocation, useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Callback } from './callback.tsx';
import { Connection } from './connection.tsx';
import { CreateConnection } from './create-connection.tsx';
import { ConnectionsDocument } from './documents.generated.ts';
import './connections.css';

/** The connections of the workspace, the one in the address, or the return from a provider. */
export default function Connections() {
  const { id } = useRoute().params;
  if (id === 'callback') return <Callback />;
  return id ? <Connection key={id} id={id} /> : <All />;
}

function All() {
  const { query, route } = useLocation();
  const address = useAddress();
  const { connector: connectorId, project: projectId, create } = query;
  const filter = { ...(connectorId && { connectorId }), ...(projectId && { projectId }) };
  const isFiltered = Object.keys(filter).length > 0;
  const shown = new URLSearchParams({
    ...(connectorId && { connector: connectorId }),
    ...(projectId && { project: projectId }),
  });
  const to = (more: Record<string, string>) => {
    const params = new URLSearchParams([...shown, ...Object.entries(more)]).toString();
    route(address(params ? `connections?${params}` : 'connections'));
  };
  const make = (
    <Act needs="connections:write" look="primary" onClick={() => to({ create: 'yes' })}>
      Create a connection
    </Act>
  );
  return (
    <Screen name="Connections" acts={make}>
      {isFiltered && (
        <p class="quiet">
          The connections of one {connectorId ? 'connector' : 'project'}.{' '}
          <a href={address('connections')}>Show all</a>
        </p>
      )}
      <List
        key={JSON.stringify(filter)}
        caption="Connections, newest first"
        document={ConnectionsDocument}
        variables={filter}
        connection={({ connections }) => connections}
        columns={[
          { name: 'Name', cell: ({ id, name }) => <a href={address(`connections/${id}`)}>{name}</a> },
          { name: 'State', cell: ({ status }) => <Status of="connection" is={status} /> },
          { name: 'Connector', isExtra: true, cell: ({ connector }) => connector?.name },
          { name: 'Project', isExtra: true, cell: ({ project }) => project?.name },
          {
            name: 'Account',
            isExtra: true,
            cell: ({ accountId }) => accountId ?? <span class="quiet">Unknown</span>,
          },
          {
            name: 'Last success',
            isExtra: true,
            cell: ({ health: { lastOkAt } }) =>
              lastOkAt ? <Time at={lastOkAt} /> : <span class="quiet">Never</span>,
          },
        ]}
        empty={
          <Empty icon="connections" title={isFiltered ? 'No connection here yet' : 'No connection yet'}>
            <p>
              A connection links a project to an account at a provider, such as your company at GitHub. Agents
              and programs call the provider through it, and never see the secret.
            </p>
            {make}
            <Snippet
              text={`curl -X POST ${location.origin}/api/console/connect/connections -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"projectId":"<prj_…>","connectorId":"<con_…>","name":"Weather"}'`}
            />
          </Empty>
        }
      />
      {create && <CreateConnection connectorId={connectorId} projectId={projectId} onClose={() => to({})} />}
    </Screen>
  );
}
