import { useEffect, useState } from 'preact/hooks';
import { titled } from '../parts/actor.ts';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import type { Refusal } from '../parts/refusal.ts';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { AcceptInvitation } from './accept-invitation.tsx';
import { DeclineInvitation } from './decline-invitation.tsx';
import { lookUpInvitation, type InvitationPreview } from './invitation-requests.ts';
import { mailedToken } from './mailed-token.ts';
import { NoToken, Page } from './page.tsx';

/** An invitation for the holder of the mailed token: who invites, to what, and the answer. */
export default function Invitation() {
  const token = mailedToken();
  if (token === null) return <NoToken name="Invitation" />;
  return <Found token={token} />;
}

function Found({ token }: { token: string }) {
  const [invitation, setInvitation] = useState<InvitationPreview | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isDeclining, setDeclining] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setRefusal(null);
    lookUpInvitation(token).then(setInvitation, setRefusal);
  }, [token, tries]);
  if (!invitation)
    return (
      <Page name="Invitation">
        {refusal ? <Refused refusal={refusal} again={() => setTries(tries + 1)} /> : <Skeleton rows={2} />}
      </Page>
    );
  const { workspaceName, inviterName, role, email, expiresAt, status, canBeAccepted } = invitation;
  const name = workspaceName ?? 'a workspace';
  return (
    <Page name={canBeAccepted ? `Join ${name}` : `Invitation to ${name}`}>
      <Facts
        of={[
          ['Invited by', inviterName],
          ['Your role', titled(role)],
          ['For the address', email],
          status === 'PENDING'
            ? ['Ends', <Time at={expiresAt} />]
            : ['State', <Status of="invitation" is={status} />],
        ]}
      />
      {canBeAccepted && !isDeclining && (
        <AcceptInvitation invitation={invitation} token={token} onDecline={() => setDeclining(true)} />
      )}
      {canBeAccepted && isDeclining && (
        <DeclineInvitation token={token} onDeclined={setInvitation} onBack={() => setDeclining(false)} />
      )}
      {!canBeAccepted && (
        <p>
          {over[status]} <a href="/console">Open the console</a>
        </p>
      )}
    </Page>
  );
}

const over: Record<InvitationPreview['status'], string> = {
  ACCEPTED: 'It was accepted, and the link works once.',
  DECLINED: 'It was declined. Ask for another invitation if you want to join.',
  EXPIRED: 'It has expired. Ask the person who invited you to send it again.',
  REVOKED: 'It was revoked. Ask the person who invited you.',
  PENDING: 'Its sender can no longer invite, or the workspace is not active. Ask for another invitation.',
};
