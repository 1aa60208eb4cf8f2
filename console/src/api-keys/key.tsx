import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Calls } from './calls.tsx';
import { ApiKeyDocument } from './documents.generated.ts';
import { Drain } from './drain.tsx';
import type { KeyData } from './key-data.ts';
import { Revoke, Rotate, Successor } from './replace.tsx';
import { KeySecret, type NewSecret } from './secret.tsx';

type Open = 'rotate' | 'successor' | 'revoke' | null;

/** One key: its state and use, and how it is replaced or ended. */
export function Key({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ApiKeyDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const up = { name: 'API keys', href: address('api-keys') };
  const key = data?.apiKey;
  if (!key)
    return (
      <Screen name="API key" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  const take = (made: NewSecret) => {
    close();
    setSecret(made);
  };
  return (
    <Screen
      name={key.name}
      up={up}
      above={
        <>
          <Status of="environment" is={key.environment} /> <Id value={key.id} />
        </>
      }
      acts={<Acts of={key} open={setOpen} />}
    >
      <Facts
        of={[
          ['State', <Status of="apiKey" is={key.effectiveStatus} />],
          ['Key', <code>{key.hint}</code>],
          [
            'Application',
            key.application && (
              <a href={address(`applications/${key.application.id}`)}>{key.application.name}</a>
            ),
          ],
          ['It may', key.scopes.join(' and ')],
          ['Last call', key.lastUsedAt ? <Time at={key.lastUsedAt} /> : 'Never'],
          ['Network of the last call', key.lastUsedFrom && <code>{key.lastUsedFrom}</code>],
          ['Calls in 24 hours', String(key.callsLast24Hours)],
          ['Last day', key.expiresOn ?? 'It does not expire'],
          ['Created by', nameOf(key.createdBy)],
          ['Created', <Time at={key.createdAt} />],
          ['Rotated', key.rotatedAt && <Time at={key.rotatedAt} />],
          ['Revoked', key.revokedAt && <Time at={key.revokedAt} />],
          ['Reason', key.revokeReason],
        ]}
      />
      <Drain of={key} />
      {key.application && key.successorOf === null && key.succeededAt === null && (
        <Calls applicationId={key.application.id} of={[key]} />
      )}
      {open === 'rotate' && <Rotate of={key} onMade={take} onClose={close} />}
      {open === 'successor' && <Successor of={key} onMade={take} onClose={close} />}
      {open === 'revoke' && <Revoke of={key} onClose={close} />}
      {secret && <KeySecret of={secret} onStored={() => setSecret(null)} />}
    </Screen>
  );
}

function Acts({
  of: { environment, effectiveStatus, succeededAt },
  open,
}: {
  of: KeyData;
  open: (it: Open) => void;
}) {
  const kind = environment.toLowerCase();
  const ended = effectiveStatus === 'REVOKED' || effectiveStatus === 'EXPIRED';
  const over = ended ? 'The key has ended. Create another key.' : null;
  return (
    <>
      <Act
        needs={`api_keys:create_${kind}`}
        obstacle={over ?? (succeededAt ? 'It has a successor already.' : null)}
        onClick={() => open('successor')}
      >
        Add a successor
      </Act>
      <Act needs={`api_keys:rotate_${kind}`} obstacle={over} onClick={() => open('rotate')}>
        Rotate
      </Act>
      <Act needs={`api_keys:revoke_${kind}`} obstacle={over} look="danger" onClick={() => open('revoke')}>
        Revoke
      </Act>
    </>
  );
}
