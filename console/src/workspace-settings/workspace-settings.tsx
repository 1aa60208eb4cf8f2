import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { useRead } from '../app/read.ts';
import { Screen } from '../app/screen.tsx';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Deletion } from './deletion.tsx';
import { WorkspaceSettingsDocument } from './documents.generated.ts';
import { Independence } from './independence.tsx';
import { Rename } from './rename.tsx';

/** The workspace: its name, who decides its requests, and its deletion. */
export default function WorkspaceSettings() {
  const { data, refusal, again } = useRead(WorkspaceSettingsDocument, {});
  const [isRenaming, setRenaming] = useState(false);
  const workspace = data?.workspace;
  if (!workspace)
    return (
      <Screen name="Workspace">{refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}</Screen>
    );
  return (
    <Screen
      name="Workspace"
      above={<Id value={workspace.id} />}
      acts={
        <Act needs="workspace:write" onClick={() => setRenaming(true)}>
          Rename
        </Act>
      }
    >
      <Facts
        of={[
          ['Name', workspace.name],
          ['Name in addresses, which never changes', <code>{workspace.slug}</code>],
          ['State', <Status of="workspace" is={workspace.status} />],
          ['Created', <Time at={workspace.createdAt} />],
        ]}
      />
      <Independence of={workspace} />
      <Deletion of={workspace} />
      {isRenaming && <Rename of={workspace} onClose={() => setRenaming(false)} />}
    </Screen>
  );
}
