import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Button } from '../parts/button.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Choice } from '../parts/field.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { keyOf, type Chosen } from './chosen.ts';
import { CapabilityChoicesDocument, ToolChoicesDocument } from './documents.generated.ts';

interface PickerProps {
  projectId: string;
  /** The keys of the tools that are chosen. */
  chosen: ReadonlySet<string>;
  onAdd: (tool: Chosen) => void;
}

/** Finds capabilities of the connections of a project. */
export function Picker({ projectId, chosen, onAdd }: PickerProps) {
  const address = useAddress();
  const { data, refusal, again } = useRead(ToolChoicesDocument, { projectId });
  const [connectionId, setConnectionId] = useState<string | null>(null);
  const connections = data?.connections?.edges.map(({ node }) => node);
  if (!connections) return refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />;
  const connection = connections.find(({ id }) => id === connectionId) ?? connections[0];
  if (!connection)
    return (
      <p class="quiet">
        The project has no connection yet. A tool is a capability of a provider with a connection to it:
        create a <a href={address('connections')}>connection</a> first.
      </p>
    );
  return (
    <>
      <Choice
        label="Connection"
        name="connection"
        options={connections.map(({ id, name, connector }) => [id, `${name}, ${connector?.name}`] as const)}
        value={connection.id}
        onChange={setConnectionId}
      />
      <Capabilities
        key={connection.id}
        connectorId={connection.connectorId}
        isChosen={(capabilityId) => chosen.has(keyOf({ capabilityId, connectionId: connection.id }))}
        onAdd={({ id, title, mode }) =>
          onAdd({
            capabilityId: id,
            connectionId: connection.id,
            title,
            connectionName: connection.name,
            mode,
            isMarked: false,
            readReason: null,
          })
        }
      />
    </>
  );
}

interface CapabilitiesProps {
  connectorId: string;
  isChosen: (id: string) => boolean;
  onAdd: (capability: { id: string; title: string; mode: 'read' | 'write' }) => void;
}

function Capabilities({ connectorId, isChosen, onAdd }: CapabilitiesProps) {
  const [query, setQuery] = useState('');
  const { data, refusal, again } = useRead(CapabilityChoicesDocument, {
    connectorId,
    ...(query.trim() !== '' && { query: query.trim() }),
  });
  const found = data?.capabilities;
  return (
    <>
      <input
        class="text-input"
        type="search"
        aria-label="Find a tool"
        placeholder="Find a tool"
        value={query}
        onInput={({ currentTarget }) => setQuery(currentTarget.value)}
      />
      {!found && (refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />)}
      {found && found.edges.length === 0 && <p class="quiet">No tool matches.</p>}
      <ul>
        {found?.edges.map(({ node }) => (
          <li key={node.id}>
            <span class="beside">
              {node.title} <code class="quiet">{node.key}</code> <Status of="mode" is={node.mode} />
            </span>
            <Button
              label={`${isChosen(node.id) ? 'Added' : 'Add'} ${node.title}`}
              disabled={isChosen(node.id)}
              onClick={() => onAdd(node)}
            >
              {isChosen(node.id) ? 'Added' : 'Add'}
            </Button>
          </li>
        ))}
      </ul>
      {found?.pageInfo.hasNextPage && <p class="quiet">These are the first 50. Search to find the others.</p>}
    </>
  );
}
