import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { nameOf } from '../parts/actor.ts';
import { Empty } from '../parts/empty.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import type { AutomationData } from './automation-data.ts';
import { CreateCredential } from './create-credential.tsx';
import { CredentialSecret, type NewCredential } from './credential-secret.tsx';
import {
  AutomationCredentialsDocument,
  type AutomationCredentialRowFragment,
} from './documents.generated.ts';
import { RevokeCredential, RotateCredential } from './replace-credential.tsx';

type Open = { is: 'create' } | { is: 'rotate' | 'revoke'; row: AutomationCredentialRowFragment } | null;

/** The credentials of an automation. Up to five are active, so that one can replace another. */
export function Credentials({ of: { id } }: { of: AutomationData }) {
  const [open, setOpen] = useState<Open>(null);
  const [made, setMade] = useState<NewCredential | null>(null);
  const close = () => setOpen(null);
  const take = (it: NewCredential) => {
    close();
    // A public key has no secret to show.
    if (it.automationCredential.kind === 'SECRET') setMade(it);
  };
  const create = (
    <Act needs="members:write" onClick={() => setOpen({ is: 'create' })}>
      Create a credential
    </Act>
  );
  return (
    <section>
      <h2>Credentials</h2>
      <div class="buttons">{create}</div>
      <List
        caption="Credentials, newest first"
        document={AutomationCredentialsDocument}
        variables={{ automationId: id }}
        connection={({ automationCredentials }) => automationCredentials}
        columns={[
          { name: 'Name', cell: (row) => <Named row={row} /> },
          { name: 'State', cell: (row) => <Status of="automationCredential" is={stateOf(row)} /> },
          { name: 'Issued by', isExtra: true, cell: ({ issuedBy }) => nameOf(issuedBy) },
          {
            name: 'Last token',
            isExtra: true,
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? <Time at={lastUsedAt} /> : <span class="quiet">Never</span>,
          },
          { name: 'Last day', isExtra: true, cell: ({ expiresOn }) => expiresOn ?? 'It does not expire' },
          { name: 'Actions', cell: (row) => <RowActs row={row} open={setOpen} /> },
        ]}
        empty={
          <Empty icon="keys" title="No credential yet">
            <p>With a credential the program gets access tokens: a secret, or a key pair of the program.</p>
          </Empty>
        }
      />
      {open?.is === 'create' && <CreateCredential automationId={id} onMade={take} onClose={close} />}
      {open?.is === 'rotate' && <RotateCredential of={open.row} onMade={take} onClose={close} />}
      {open?.is === 'revoke' && <RevokeCredential of={open.row} onClose={close} />}
      {made && <CredentialSecret of={made} onStored={() => setMade(null)} />}
    </section>
  );
}

function Named({
  row: { name, kind, prefix, lastFour, algorithm, thumbprint },
}: {
  row: AutomationCredentialRowFragment;
}) {
  return (
    <>
      <strong>{name}</strong>
      <br />
      {kind === 'SECRET' ? (
        <code>
          {prefix}…{lastFour}
        </code>
      ) : (
        <code title={thumbprint ?? ''}>{algorithm} public key</code>
      )}
    </>
  );
}

function RowActs({ row, open }: { row: AutomationCredentialRowFragment; open: (it: Open) => void }) {
  if (row.status === 'REVOKED')
    return <span class="quiet">{reasons[row.revokeReason ?? ''] ?? row.revokeReason}</span>;
  return (
    <span class="buttons">
      <Act needs="members:write" onClick={() => open({ is: 'rotate', row })}>
        Rotate
      </Act>
      <Act needs="sessions:revoke" look="danger" onClick={() => open({ is: 'revoke', row })}>
        Revoke
      </Act>
    </span>
  );
}

const reasons: Readonly<Record<string, string>> = { issuer_lost: 'Its issuer had left' };

function stateOf({ status, issuerIsLost, expiresOn }: AutomationCredentialRowFragment) {
  if (status === 'REVOKED') return status;
  // It works through its last day in UTC.
  if (expiresOn && expiresOn < new Date().toISOString().slice(0, 10)) return 'EXPIRED';
  return issuerIsLost ? 'STOPPED' : status;
}
