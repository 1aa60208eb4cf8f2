import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Json } from '../parts/json.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import type { CapabilityData } from './capability-data.ts';
import { CapabilityDocument } from './documents.generated.ts';
import { stateOf } from './state-of.ts';
import { Try } from './try.tsx';

/** One capability: what it does, what it takes and returns, and a place to try it. */
export function Capability({ id }: { id: string }) {
  const { data, refusal, again } = useRead(CapabilityDocument, { id });
  const address = useAddress();
  const up = { name: 'Capabilities', href: address('capabilities') };
  const capability = data?.capability?.capability;
  if (!capability)
    return (
      <Screen name="Capability" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  return (
    <Screen name={capability.title} up={up} above={<Id value={capability.id} />}>
      {capability.description && <p>{capability.description}</p>}
      <AboutCapability of={capability} />
      <Try key={capability.digest} of={capability} />
      <section>
        <h2>Schemas</h2>
        <details class="schema">
          <summary>Arguments</summary>
          <Json value={capability.inputSchema} />
        </details>
        {capability.outputSchema !== null && (
          <details class="schema">
            <summary>Answer</summary>
            <Json value={capability.outputSchema} />
          </details>
        )}
      </section>
    </Screen>
  );
}

function AboutCapability({ of: capability }: { of: CapabilityData }) {
  const address = useAddress();
  const { connector, driftedAt, removedAt } = capability;
  return (
    <Facts
      of={[
        ['Mode', <Status of="mode" is={capability.mode} />],
        ['Definition', <Status of="capability" is={stateOf(capability)} />],
        ['Changed', driftedAt && <Time at={driftedAt} />],
        ['Removed', removedAt && <Time at={removedAt} />],
        ['Connector', connector && <a href={address(`connectors/${connector.id}`)}>{connector.name}</a>],
        ['Key in the description', <code>{capability.key}</code>],
        ['Digest', <Id value={capability.digest} what="digest" />],
      ]}
    />
  );
}
