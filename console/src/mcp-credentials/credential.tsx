import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { proofOf, stateOf, type CredentialData } from './credential-data.ts';
import { McpCredentialDocument } from './documents.generated.ts';
import { Revoke, Rotate } from './replace.tsx';
import { CredentialSecret, type NewSecret } from './secret.tsx';

/** One credential: its state and use, and how it is replaced or ended. */
export function Credential({ id }: { id: string }) {
  const { data, refusal, again } = useRead(McpCredentialDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<'rotate' | 'revoke' | null>(null);
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const up = { name: 'MCP credentials', href: address('mcp-credentials') };
  const credential = data?.mcpCredential;
  if (!credential)
    return (
      <Screen name="MCP credential" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  const take = (made: NewSecret) => {
    close();
    if (made.mcpCredential.kind === 'SECRET') setSecret(made);
  };
  return (
    <Screen
      name={credential.name}
      up={up}
      above={<Id value={credential.id} what="client id" />}
      acts={<Acts of={credential} open={setOpen} />}
    >
      <Stopped of={credential} />
      <Facts
        of={[
          ['State', <Status of="mcpCredential" is={stateOf(credential)} />],
          ['Works for', nameOf(credential.holder)],
          ['Proof', <code>{proofOf(credential)}</code>],
          ['Thumbprint', credential.thumbprint && <Id value={credential.thumbprint} what="thumbprint" />],
          ['Number of the secret or key', String(credential.version)],
          ['Last day', `${credential.expiresOn} (UTC)`],
          ['Last token', credential.lastUsedAt ? <Time at={credential.lastUsedAt} /> : 'Never'],
          ['Issued by', nameOf(credential.issuedBy)],
          ['Created by', nameOf(credential.createdBy)],
          ['Created', <Time at={credential.createdAt} />],
          ['Rotated', credential.rotatedAt && <Time at={credential.rotatedAt} />],
          ['Revoked', credential.revokedAt && <Time at={credential.revokedAt} />],
          ['Reason', credential.revokeReason],
        ]}
      />
      <p>
        {may('mcp_grants:read') && <a href={address(`mcp-grants?agent=${id}`)}>Grants of this agent</a>}
        {may('tool_calls:read') && (
          <>
            {' · '}
            <a href={address(`tool-calls?agent=${id}`)}>Its tool calls</a>
          </>
        )}
      </p>
      {open === 'rotate' && <Rotate of={credential} onMade={take} onClose={close} />}
      {open === 'revoke' && <Revoke of={credential} onClose={close} />}
      {secret && <CredentialSecret of={secret} onStored={() => setSecret(null)} />}
    </Screen>
  );
}

function Acts({ of, open }: { of: CredentialData; open: (it: 'rotate' | 'revoke') => void }) {
  const over = of.status === 'REVOKED' ? 'The credential is revoked. Create another one.' : null;

  return (
    <>
      <Act needs="mcp_credentials:write" obstacle={over} onClick={() => open('rotate')}>
        Rotate
      </Act>
      <Act needs="mcp_credentials:revoke" obstacle={over} look="danger" onClick={() => open('revoke')}>
        Revoke
      </Act>
    </>
  );
}

function Stopped({ of: credential }: { of: CredentialData }) {
  if (stateOf(credential) !== 'STOPPED') return null;
  return (
    <div class="notice bad" role="note">
      <Icon name="alert" />
      <div>
        <p>
          <b>The credential has stopped.</b>{' '}
          {credential.holderIsLost
            ? 'The person for whom the agent works left. It can be rotated after they are back.'
            : 'Its issuer left, or may no longer create credentials. It works again after it is rotated.'}
        </p>
      </div>
    </div>
  );
}
