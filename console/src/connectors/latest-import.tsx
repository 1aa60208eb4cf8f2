import { nameOf } from '../parts/actor.ts';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import type { ConnectorData } from './connector-data.ts';

/** The latest import of a description: what it changed, what it left out, or why it failed. */
export function LatestImport({ of: { latestImport } }: { of: ConnectorData }) {
  if (!latestImport) return null;
  const { status, operations, failure, failureCode, findingCount, findings } = latestImport;
  return (
    <section>
      <h2>Latest import</h2>
      {failure && (
        <div class="notice bad">
          <Icon name="alert" />
          <div>
            <p>{failure}</p>
            <p class="quiet">
              <code>{failureCode}</code>
            </p>
          </div>
        </div>
      )}
      <Facts
        of={[
          ['State', <Status of="connectorImport" is={status} />],
          ['In the description', operations === null ? null : `${operations} capabilities`],
          ['Added', String(latestImport.added)],
          ['Changed', String(latestImport.changed)],
          ['Removed', String(latestImport.removed)],
          ['Unchanged', String(latestImport.unchanged)],
          ['Started by', latestImport.requestedBy ? nameOf(latestImport.requestedBy) : 'The server'],
          ['Started', <Time at={latestImport.createdAt} />],
          ['Ended', latestImport.endedAt && <Time at={latestImport.endedAt} />],
        ]}
      />
      {findingCount > 0 && (
        <details class="findings">
          <summary>
            {findingCount === 1 ? 'One part was left out' : `${findingCount} parts were left out`}
          </summary>
          <ul>
            {findings.map(({ code, message, pointer }) => (
              <li key={`${code} ${pointer}`}>
                {message}
                <br />
                <code class="quiet">{pointer}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
