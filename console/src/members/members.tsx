import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf, titled } from '../parts/actor.ts';
import { Empty } from '../parts/empty.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { AddMember, InviteMember } from './admit.tsx';
import { MembersDocument } from './documents.generated.ts';
import { Invitation } from './invitation.tsx';
import { Invitations } from './invitations.tsx';
import { Member } from './member.tsx';
import { MemberTabs } from './member-tabs.tsx';
import { Roles } from './roles.tsx';

/** The members of the workspace, its invitations or its roles, or the member in the address. */
export default function Members() {
  const { id, tab } = useRoute().params;
  if (id === undefined) return <All />;
  if (id === 'roles') return <Roles />;
  if (id === 'invitations') return tab ? <Invitation key={tab} id={tab} /> : <Invitations />;
  return <Member key={id} id={id} />;
}

function All() {
  const [open, setOpen] = useState<'invite' | 'add' | null>(null);
  const address = useAddress();
  const close = () => setOpen(null);
  return (
    <Screen
      name="Members"
      acts={
        <>
          <Act needs="members:invite" onClick={() => setOpen('add')}>
            Add a person
          </Act>
          <Act needs="members:invite" look="primary" onClick={() => setOpen('invite')}>
            Invite
          </Act>
        </>
      }
    >
      <MemberTabs isAt="members" />
      <List
        caption="Members, newest first"
        document={MembersDocument}
        variables={{}}
        connection={({ members }) => members}
        columns={[
          {
            name: 'Name',
            cell: (member) => (
              <a class="whole" href={address(`members/${member.id}`)}>
                {nameOf(member)}
              </a>
            ),
          },
          { name: 'Role', cell: ({ role }) => <span class="whole">{titled(role)}</span> },
          { name: 'State', cell: ({ status }) => <Status of="member" is={status} /> },
          {
            name: 'E-mail address',
            isExtra: true,
            cell: ({ person }) => person?.email ?? <span class="quiet">Automation</span>,
          },
          { name: 'Joined', isExtra: true, cell: ({ joinedAt }) => <Time at={joinedAt} /> },
        ]}
        empty={
          <Empty icon="members" title="No member yet">
            <p>A member is a person or an automation in the workspace, with one role.</p>
          </Empty>
        }
      />
      {open === 'invite' && <InviteMember onClose={close} />}
      {open === 'add' && <AddMember onClose={close} />}
    </Screen>
  );
}
