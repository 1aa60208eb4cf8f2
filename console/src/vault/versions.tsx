import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { DestroyCredentialVersionDocument } from './documents.generated.ts';
import type { ReferenceData } from './reference-data.ts';

/** The values of a credential reference, latest first. */
export function Versions({ of: { id, version: current, versions, status } }: { of: ReferenceData }) {
  const [chosen, choose] = useState<number | null>(null);
  return (
    <section>
      <h2>Versions</h2>
      <div class="scroll">
        <table class="list">
          <caption class="unseen">Versions, latest first</caption>
          <thead>
            <tr>
              <th scope="col">Version</th>
              <th scope="col">State</th>
              <th scope="col" class="extra">
                Fingerprint
              </th>
              <th scope="col" class="extra">
                Added
              </th>
              <th scope="col">Use</th>
            </tr>
          </thead>
          <tbody>
            {versions.map((it) => (
              <tr key={it.version}>
                <td>{it.version}</td>
                <td>
                  <Status of="credential" is={it.status} />
                </td>
                <td class="extra">
                  <code>{it.fingerprint}</code>
                </td>
                <td class="extra">
                  <Time at={it.createdAt} />
                </td>
                <td>
                  {it.version === current && status === 'ACTIVE' && 'In use'}
                  {it.version !== current && it.status === 'ACTIVE' && (
                    <Act
                      needs="credential_references:destroy"
                      look="danger"
                      onClick={() => choose(it.version)}
                    >
                      Destroy<span class="unseen"> version {it.version}</span>
                    </Act>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {chosen !== null && (
        <Confirm
          title={`Destroy version ${chosen}`}
          act="Destroy the version"
          onClose={() => choose(null)}
          onConfirm={async () =>
            void (await send(DestroyCredentialVersionDocument, { input: { id, version: chosen } }))
          }
        >
          <p>It is not in use. Even a copy of the database cannot open it afterwards.</p>
        </Confirm>
      )}
    </section>
  );
}
