import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { me, may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Denied } from '../app/workspace.tsx';
import { nameOf, titled } from '../parts/actor.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Field } from '../parts/field.tsx';
import { textOf } from '../parts/form.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import {
  InvitationDocument,
  ResendInvitationDocument,
  RevokeInvitationDocument,
  type InvitationQuery,
} from './documents.generated.ts';

type Data = NonNullable<InvitationQuery['invitation']>;
type Open = 'resend' | 'revoke' | null;

/** One invitation: its state, and how it is mailed again or revoked. */
export function Invitation({ id }: { id: string }) {
  const { data, refusal, again } = useRead(InvitationDocument, { id }, { isPaused: !may('members:invite') });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  if (!may('members:invite')) return <Denied permission="members:invite" name="Invitation" />;
  const up = { name: 'Invitations', href: address('members/invitations') };
  const invitation = data?.invitation;
  if (!invitation)
    return (
      <Screen name="Invitation" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const { member, invitedBy } = invitation;
  return (
    <Screen
      name={invitation.email}
      up={up}
      above={<Id value={invitation.id} />}
      acts={<Acts of={invitation} open={setOpen} />}
    >
      <Facts
        of={[
          ['State', <Status of="invitation" is={invitation.status} />],
          ['Role', titled(invitation.role)],
          ['Invited by', invitedBy && <a href={address(`members/${invitedBy.id}`)}>{nameOf(invitedBy)}</a>],
          ['Mailed', <Time at={invitation.sentAt} />],
          ['Mailed again', `${invitation.resends} of 5 times`],
          ['Ends', invitation.status === 'PENDING' && <Time at={invitation.expiresAt} />],
          ['Ended', invitation.endedAt && <Time at={invitation.endedAt} />],
          ['Reason', reasons[invitation.reason ?? ''] ?? invitation.reason],
          ['Member', member && <a href={address(`members/${member.id}`)}>{nameOf(member)}</a>],
          ['Created', <Time at={invitation.createdAt} />],
        ]}
      />
      {open && <Ask about={invitation} open={open} onClose={() => setOpen(null)} />}
    </Screen>
  );
}

/** The reasons that the server gives itself; a person's reason is a text. */
const reasons: Readonly<Record<string, string>> = {
  inviter_lost_rank: 'Its sender could no longer invite when it was accepted',
  inviter_reclaimed: 'The account of its sender was reclaimed',
  member_added: 'The address was added as a member',
  member_removed: 'The member with this address was removed',
};

function Acts({ of: { status, role }, open }: { of: Data; open: (it: Open) => void }) {
  const isOpen = status === 'PENDING';
  if (!isOpen && status !== 'EXPIRED') return null;
  const isTooLow = role === 'OWNER' && me.value?.member?.role !== 'OWNER';
  const obstacle = isTooLow ? 'Only an owner can change the invitation of an owner.' : null;
  return (
    <>
      <Act needs="members:invite" obstacle={obstacle} onClick={() => open('resend')}>
        Mail it again
      </Act>
      {isOpen && (
        <Act needs="members:invite" obstacle={obstacle} look="danger" onClick={() => open('revoke')}>
          Revoke
        </Act>
      )}
    </>
  );
}

function Ask({ about, open, onClose }: { about: Data; open: 'resend' | 'revoke'; onClose: () => void }) {
  const { id, email, rowVersion } = about;
  const input = { id, ifRowVersion: rowVersion };
  if (open === 'resend')
    return (
      <Confirm
        title={`Mail it to ${email} again`}
        act="Mail the invitation"
        look="primary"
        onClose={onClose}
        onConfirm={async () => {
          await send(ResendInvitationDocument, { input });
          announce('The invitation is mailed again.');
        }}
      >
        <p>The new link works for 7 days, and the earlier one stops working. You become its sender.</p>
      </Confirm>
    );
  return (
    <Confirm
      title={`Revoke the invitation of ${email}`}
      act="Revoke the invitation"
      onClose={onClose}
      onConfirm={async (data) => {
        const reason = textOf(data, 'reason');
        await send(RevokeInvitationDocument, { input: { ...input, ...(reason && { reason }) } });
      }}
    >
      <p>Its link stops working immediately.</p>
      <Field label="Reason" name="reason" isOptional />
    </Confirm>
  );
}
