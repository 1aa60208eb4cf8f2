import { useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { announce } from '../parts/announce.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Acts, type Open } from './acts.tsx';
import { ChangeConnection } from './change-connection.tsx';
import type { ConnectionData } from './connection-data.ts';
import { ConnectionFacts } from './connection-facts.tsx';
import { Disconnect } from './disconnect.tsx';
import { ConnectionDocument } from './documents.generated.ts';
import { Usage } from './usage.tsx';
import { isOver, wordsOfState } from './words.ts';

/** One connection: whether it works, to which account it leads, and what can be done with it. */
export function Connection({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ConnectionDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const [failure, setFailure] = useState<Refusal | null>(null);
  const [tested, setTested] = useState<string | null>(null);
  const up = { name: 'Connections', href: address('connections') };
  const connection = data?.connection;
  if (!connection)
    return (
      <Screen name="Connection" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  const refuse = (it: Refusal | null) => {
    setTested(null);
    setFailure(it);
  };
  const tell = (code: string | null) => {
    const result = code ? `The test failed: ${code}.` : 'The test succeeded.';
    setTested(result);
    announce(result);
  };
  return (
    <Screen
      name={connection.name}
      up={up}
      above={<Id value={connection.id} />}
      acts={<Acts of={connection} open={setOpen} onRefused={refuse} onTested={tell} />}
    >
      {failure && <Refused refusal={failure} />}
      {tested && (
        <div class="notice">
          <Icon name="activity" />
          <div>
            <p>{tested}</p>
          </div>
        </div>
      )}
      <p>
        <Status of="connection" is={connection.status} /> {wordsOfState(connection)}
      </p>
      <ConnectionFacts of={connection} />
      {connection.connector && !isOver(connection.status) && (
        <p>
          <a href={address(`capabilities?connector=${connection.connector.id}`)}>
            Capabilities of this connection
          </a>
        </p>
      )}
      <Usage connectionId={connection.id} />
      <Dependents of={connection} />
      {open === 'change' && <ChangeConnection of={connection} onClose={close} />}
      {open === 'disconnect' && <Disconnect of={connection} onClose={close} />}
    </Screen>
  );
}

function Dependents({ of: { dependents } }: { of: ConnectionData }) {
  if (dependents.length === 0) return null;
  return (
    <section>
      <h2>What depends on it</h2>
      <ul class="dependents">
        {dependents.map(({ id, type, name }) => (
          <li key={id}>
            {name} <span class="quiet">{nameOfType(type)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOfType(type: string): string {
  return type.replaceAll('_', ' ').replace('mcp', 'MCP');
}
