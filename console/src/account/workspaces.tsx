import { useEffect, useState } from 'preact/hooks';
import { client, leaveWorkspace } from '../app/client.ts';
import { Heading } from '../app/heading.tsx';
import { useRead } from '../app/read.ts';
import { signOut } from '../app/sign-out.ts';
import { titled } from '../parts/actor.ts';
import { Button } from '../parts/button.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { CreateWorkspace, CreateWorkspaceForm } from './create-workspace.tsx';
import { DeletingWorkspaces } from './deleting-workspaces.tsx';
import { AccountDocument, type AccountQuery } from './documents.generated.ts';
import { UnconfirmedMemberships } from './unconfirmed.tsx';
import './account.css';

/** Chooses or creates a workspace, and answers memberships that wait for the person. */
export default function Workspaces() {
  useEffect(leaveWorkspace, []);
  const isOutside = client.value.workspaceId === null;
  const { data, refusal, again } = useRead(AccountDocument, {}, { isPaused: !isOutside });
  const mine = data?.me;
  if (!mine || !isOutside)
    return (
      <main class="alone">
        <div class="card">
          <h1>Your workspaces</h1>
          {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
        </div>
      </main>
    );
  return (
    <main class="alone">
      <div class="card">
        <Heading name={mine.memberships.length > 0 ? 'Your workspaces' : 'Create a workspace'} />
        <UnconfirmedMemberships of={mine.unconfirmedMemberships} />
        {mine.memberships.length > 0 ? <Choose of={mine.memberships} /> : <First />}
        <DeletingWorkspaces />
        <footer>
          <span class="quiet">{mine.person?.email}</span>
          <a href="/console/~/you">Your account</a>
          <Button look="bare" icon="signOut" onClick={() => void signOut()}>
            Sign out
          </Button>
        </footer>
      </div>
    </main>
  );
}

type Memberships = AccountQuery['me']['memberships'];

function Choose({ of }: { of: Memberships }) {
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <ul class="ways">
        {of.map(({ memberId, name, role, slug }) => (
          <li key={memberId}>
            <a href={`/console/${slug}`}>
              <strong>{name}</strong>
              <span class="quiet">{titled(role)}</span>
              <Icon name="next" />
            </a>
          </li>
        ))}
      </ul>
      <div class="buttons">
        <Button onClick={() => setMaking(true)}>Create a workspace</Button>
      </div>
      {isMaking && <CreateWorkspace onClose={() => setMaking(false)} />}
    </>
  );
}

function First() {
  return (
    <>
      <p class="quiet">
        You are not a member of a workspace. A workspace contains members, applications and API keys. To join
        an existing one, ask an owner or administrator for an invitation.
      </p>
      <CreateWorkspaceForm />
    </>
  );
}
