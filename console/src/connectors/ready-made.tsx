import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Skeleton } from '../parts/empty.tsx';
import { Refusal } from '../parts/refusal.ts';
import { Refused } from '../parts/refused.tsx';
import { CreateConnectorDocument, ReadyMadeConnectorsDocument } from './documents.generated.ts';

/** The connectors whose descriptions ship with the server. One click imports one. */
export function ReadyMade() {
  const { route } = useLocation();
  const address = useAddress();
  const { data, refusal, again } = useRead(ReadyMadeConnectorsDocument, {});
  const [failure, setFailure] = useState<Refusal | null>(null);
  const all = data?.readyMadeConnectors;
  if (!all) return refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />;
  const imported = (data.connectors?.edges ?? []).map(({ node }) => node);
  const add = async (readyMade: string) => {
    try {
      const { createConnector } = await send(CreateConnectorDocument, { input: { readyMade } });
      if (createConnector) route(address(`connectors/${createConnector.connector.id}`));
    } catch (error) {
      setFailure(error instanceof Refusal ? error : new Refusal({}));
    }
  };
  return (
    <>
      {failure && <Refused refusal={failure} />}
      <div class="scroll">
        <table class="list">
          <caption class="unseen">Ready-made connectors, by name</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col" class="extra">
                Description
              </th>
              <th scope="col">Import</th>
            </tr>
          </thead>
          <tbody>
            {all.map(({ id, name, description }) => {
              const own = imported.find((it) => it.readyMade === id);
              return (
                <tr key={id}>
                  <td>
                    <strong>{name}</strong>
                  </td>
                  <td class="extra">{description}</td>
                  <td>
                    {own ? (
                      <a href={address(`connectors/${own.id}`)}>Imported</a>
                    ) : (
                      <Act needs="connections:write" onClick={() => void add(id)}>
                        Import<span class="unseen"> {name}</span>
                      </Act>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}
