import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Time } from '../parts/time.tsx';
import { Calls } from './calls.tsx';
import { ApiKeyDocument, ApiKeysDocument } from './documents.generated.ts';
import type { KeyData } from './key-data.ts';
import { Revoke } from './replace.tsx';

/** A key and its successor side by side, while both work. */
export function Drain({ of: key }: { of: KeyData }) {
  const isOld = key.succeededAt !== null;
  const applicationId = key.application?.id ?? '';
  const siblings = useRead(ApiKeysDocument, { applicationId }, { isPaused: !isOld || applicationId === '' });
  const next = siblings.data?.apiKeys?.edges.map(({ node }) => node).find((it) => it.successorOf === key.id);
  const before = useRead(
    ApiKeyDocument,
    { id: key.successorOf ?? '' },
    { isPaused: key.successorOf === null },
  );
  const old = isOld ? key : before.data?.apiKey;
  const successor = isOld ? next : key;
  if (!old || !successor || (!isOld && key.successorOf === null)) return null;
  return <Pair old={old} successor={successor} />;
}

type Side = Pick<KeyData, 'id' | 'name' | 'callsLast24Hours' | 'lastUsedAt'>;

function Pair({ old, successor }: { old: KeyData; successor: Side }) {
  const address = useAddress();
  const [isOpen, setOpen] = useState(false);
  const isOver = old.status === 'REVOKED';
  const sides = [
    ['The old key', old],
    ['Its successor', successor],
  ] as const;
  return (
    <section>
      <h2>Replacing {old.name}</h2>
      <div class="scroll">
        <table class="list">
          <caption class="unseen">Calls of the old key and of its successor</caption>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Name</th>
              <th scope="col" class="number">
                Calls in 24 hours
              </th>
              <th scope="col">Last call</th>
            </tr>
          </thead>
          <tbody>
            {sides.map(([word, side]) => (
              <tr key={side.id}>
                <td>{word}</td>
                <td>
                  <a href={address(`api-keys/${side.id}`)}>{side.name}</a>
                </td>
                <td class="number">{side.callsLast24Hours}</td>
                <td>{side.lastUsedAt ? <Time at={side.lastUsedAt} /> : 'Never'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {old.application && <Calls applicationId={old.application.id} of={[old, successor]} />}
      <p>
        {isOver && 'The old key is revoked.'}
        {!isOver && adviceOn(old)}{' '}
        {!isOver && old.retiresAt && (
          <>
            It stops by itself <Time at={old.retiresAt} />.
          </>
        )}
      </p>
      {!isOver && (
        <div class="buttons">
          <Act
            needs={`api_keys:revoke_${old.environment.toLowerCase()}`}
            look={old.isSafeToRetire ? 'primary' : 'danger'}
            onClick={() => setOpen(true)}
          >
            Retire now
          </Act>
        </div>
      )}
      {isOpen && <Revoke of={old} onClose={() => setOpen(false)} />}
    </section>
  );
}

function adviceOn({ isSafeToRetire, callsLast24Hours }: KeyData): string {
  if (isSafeToRetire) return 'The old key had no calls for 24 hours: it is safe to retire.';
  if (callsLast24Hours > 0) return 'The old key still has calls: move its programs to the successor first.';
  return 'The old key has no calls now. It is safe to retire after 24 hours without one.';
}
