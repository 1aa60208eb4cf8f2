import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Acts, type Open } from './acts.tsx';
import { ConnectorCapabilities } from './capabilities.tsx';
import { ChangeConnector } from './change-connector.tsx';
import type { ConnectorData } from './connector-data.ts';
import { ConnectorDocument, DeleteConnectorDocument } from './documents.generated.ts';
import { ImportDocument } from './import-document.tsx';
import { LatestImport } from './latest-import.tsx';
import { sourceNames } from './words.ts';
import './connectors.css';

/** One connector: its latest import, and its capabilities with what changed. */
export function Connector({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ConnectorDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const up = { name: 'Connectors', href: address('connectors') };
  const connector = data?.connector;
  if (!connector)
    return (
      <Screen name="Connector" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  return (
    <Screen
      name={connector.name}
      up={up}
      above={<Id value={connector.id} />}
      acts={<Acts of={connector} open={setOpen} onRefused={setFailure} />}
    >
      {failure && <Refused refusal={failure} />}
      {connector.description && <p>{connector.description}</p>}
      <AboutConnector of={connector} />
      <LatestImport of={connector} />
      {connector.importedAt && <ConnectorCapabilities of={connector} />}
      {open === 'change' && <ChangeConnector of={connector} onClose={close} />}
      {open === 'document' && <ImportDocument of={connector} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${connector.name}`}
          act="Delete the connector"
          onClose={close}
          onConfirm={async () => void (await send(DeleteConnectorDocument, { input: { id } }))}
        >
          <p>Its capabilities are gone then. The server refuses while a connection uses it.</p>
        </Confirm>
      )}
    </Screen>
  );
}

function AboutConnector({ of: connector }: { of: ConnectorData }) {
  const address = useAddress();
  const api = [connector.apiTitle, connector.apiVersion].filter(Boolean).join(' ');
  const schemes = connector.schemes as { name: string; kind: string }[];
  return (
    <Facts
      of={[
        ['State', <Status of="connector" is={connector.status} />],
        ['Source', connector.readyMade ? 'Ready-made' : sourceNames[connector.source]],
        ['API', api || null],
        ['Read from', connector.sourceUrl && <code>{connector.sourceUrl}</code>],
        [
          'Addresses',
          connector.servers.length > 0 && <code>{connector.servers.map(({ url }) => url).join(', ')}</code>,
        ],
        ['Further addresses', connector.baseUrlPatterns.join(', ') || null],
        ['Proposed addresses', connector.baseUrlProposals.join(', ') || null],
        ['Credentials', schemes.map(({ name }) => name).join(', ') || 'None'],
        [
          'Connections',
          <a href={address(`connections?connector=${connector.id}`)}>Connections of this connector</a>,
        ],
        ['Imported', connector.importedAt ? <Time at={connector.importedAt} /> : 'Never'],
        ['Created by', nameOf(connector.createdBy)],
        ['Created', <Time at={connector.createdAt} />],
        ['Deleted', connector.deletedAt && <Time at={connector.deletedAt} />],
      ]}
    />
  );
}
