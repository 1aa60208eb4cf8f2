import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { may } from '../app/me.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { Denied } from '../app/workspace.tsx';
import { titled } from '../parts/actor.ts';
import { Empty } from '../parts/empty.tsx';
import { FilterChoice, Filters } from '../parts/filter.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { InviteMember } from './admit.tsx';
import { InvitationsDocument, type InvitationStatus } from './documents.generated.ts';
import { MemberTabs } from './member-tabs.tsx';

const states = [
  ['PENDING', 'Waiting'],
  ['ACCEPTED', 'Accepted'],
  ['DECLINED', 'Declined'],
  ['EXPIRED', 'Expired'],
  ['REVOKED', 'Revoked'],
] as const;

/** The invitations of the workspace, in any state. */
export function Invitations() {
  const { query, route } = useLocation();
  const [isMaking, setMaking] = useState(false);
  const address = useAddress();
  if (!may('members:invite')) return <Denied permission="members:invite" name="Invitations" />;
  const state = query['state'] ?? '';
  const choose = (to: string) => route(address(`members/invitations${to && `?state=${to}`}`), true);
  const invite = (
    <Act needs="members:invite" look="primary" onClick={() => setMaking(true)}>
      Invite
    </Act>
  );
  return (
    <Screen name="Invitations" acts={invite}>
      <MemberTabs isAt="invitations" />
      <Filters>
        <FilterChoice label="State" all="All" options={states} value={state} onChange={choose} />
      </Filters>
      <List
        key={state}
        caption="Invitations, newest first"
        document={InvitationsDocument}
        variables={state ? { status: [state as InvitationStatus] } : {}}
        connection={({ invitations }) => invitations}
        columns={[
          {
            name: 'E-mail address',
            cell: ({ id, email }) => <a href={address(`members/invitations/${id}`)}>{email}</a>,
          },
          { name: 'Role', cell: ({ role }) => <span class="whole">{titled(role)}</span> },
          { name: 'State', cell: ({ status }) => <Status of="invitation" is={status} /> },
          { name: 'Mailed', isExtra: true, cell: ({ sentAt }) => <Time at={sentAt} /> },
          {
            name: 'Ends',
            isExtra: true,
            cell: ({ status, expiresAt }) => status === 'PENDING' && <Time at={expiresAt} />,
          },
        ]}
        empty={
          <Empty icon="members" title={state ? 'No invitation in this state' : 'No invitation yet'}>
            <p>An invitation is a mailed link. Its holder becomes a member with the role that you choose.</p>
            {invite}
          </Empty>
        }
      />
      {isMaking && <InviteMember onClose={() => setMaking(false)} />}
    </Screen>
  );
}
