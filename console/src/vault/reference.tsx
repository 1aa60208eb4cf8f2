import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { AddVersion } from './add-version.tsx';
import { CredentialReferenceDocument, DestroyCredentialReferenceDocument } from './documents.generated.ts';
import type { ReferenceData } from './reference-data.ts';
import { Versions } from './versions.tsx';
import { WhatHangs } from './what-hangs.tsx';
import { kindNames } from './words.ts';

/** One credential reference: what it stands for, and its values without their secrets. */
export function Reference({ id }: { id: string }) {
  const { data, refusal, again } = useRead(CredentialReferenceDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<'add' | 'destroy' | null>(null);
  const up = { name: 'Vault', href: address('vault') };
  const reference = data?.credentialReference;
  if (!reference)
    return (
      <Screen name="Credential reference" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  const acts = reference.status === 'ACTIVE' && (
    <>
      <Act
        needs="credential_references:write"
        obstacle={whyNoVersion(reference)}
        onClick={() => setOpen('add')}
      >
        Add a version
      </Act>
      <Act needs="credential_references:destroy" look="danger" onClick={() => setOpen('destroy')}>
        Destroy
      </Act>
    </>
  );
  return (
    <Screen name={reference.provider} up={up} above={<Id value={reference.id} />} acts={acts}>
      <AboutReference of={reference} />
      {!reference.vault && <Versions of={reference} />}
      <WhatHangs referenceId={id} name={reference.provider} />
      {open === 'add' && <AddVersion of={reference} onClose={close} />}
      {open === 'destroy' && (
        <Confirm
          title={`Destroy the secret of ${reference.provider}`}
          act="Destroy"
          name={reference.provider}
          onClose={close}
          onConfirm={async () => void (await send(DestroyCredentialReferenceDocument, { input: { id } }))}
        >
          <p>
            All its values are destroyed permanently: even a copy of the database cannot open them. The server
            refuses while a connection uses it.
          </p>
        </Confirm>
      )}
    </Screen>
  );
}

function whyNoVersion({ vault, kind }: ReferenceData): string | null {
  if (vault) return 'The external vault has its versions. Change the secret there.';
  return kind === 'OAUTH2_TOKENS' ? 'Only its connection writes its tokens. Authorize that again.' : null;
}

function AboutReference({ of: reference }: { of: ReferenceData }) {
  const address = useAddress();
  const { project, vault } = reference;
  return (
    <Facts
      of={[
        ['State', <Status of="credential" is={reference.status} />],
        ['Kind', kindNames[reference.kind]],
        ['Names', reference.parts.join(', ') || null],
        ['Project', project && <a href={address(`projects/${project.id}`)}>{project.name}</a>],
        ['Stored in', vault ? <a href={address(`vault/${vault.id}`)}>{vault.name}</a> : 'The built-in vault'],
        ['Name in the vault', reference.externalName && <code>{reference.externalName}</code>],
        [
          'Names of its fields',
          reference.externalFields !== null && <code>{JSON.stringify(reference.externalFields)}</code>,
        ],
        ['Reference', <Id value={reference.reference} what="reference" />],
        ['Fingerprint', <code>{reference.fingerprint}</code>],
        ['Origins', reference.origins.join(', ') || 'Its first connection sets it'],
        ['Expires at the provider', reference.expiresAt ? <Time at={reference.expiresAt} /> : 'Not known'],
        ['Latest value', <Time at={reference.lastRotatedAt} />],
        ['Created by', nameOf(reference.createdBy)],
        ['Created', <Time at={reference.createdAt} />],
        ['Destroyed', reference.destroyedAt && <Time at={reference.destroyedAt} />],
      ]}
    />
  );
}
