import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { readMe } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Refused } from '../parts/refused.tsx';
import { Time } from '../parts/time.tsx';
import { DeletingWorkspacesDocument, RestoreWorkspaceDocument } from './documents.generated.ts';

/** The workspaces under deletion that the person can restore as an owner. */
export function DeletingWorkspaces() {
  const { route } = useLocation();
  const { data, refusal, again } = useRead(DeletingWorkspacesDocument, {});
  const [chosen, setChosen] = useState<string | null>(null);
  if (refusal && !data) return <Refused refusal={refusal} again={again} />;
  const workspaces = data?.deletingWorkspaces?.edges.map(({ node }) => node) ?? [];
  if (workspaces.length === 0) return null;
  const open = workspaces.find(({ id }) => id === chosen);
  const restore = async (id: string, ifRowVersion: number) => {
    const { restoreWorkspace } = await send(RestoreWorkspaceDocument, { input: { id, ifRowVersion } });
    await readMe();
    if (restoreWorkspace) route(`/console/${restoreWorkspace.workspace.slug}`);
  };
  return (
    <section class="form">
      <h2>Being deleted</h2>
      <ul class="ways">
        {workspaces.map(({ id, name, shredsAt }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <span class="quiet">
                {shredsAt && (
                  <>
                    ends <Time at={shredsAt} />
                  </>
                )}
              </span>
            </div>
            <Button onClick={() => setChosen(id)}>Restore</Button>
          </li>
        ))}
      </ul>
      {open && (
        <Confirm
          title={`Restore ${open.name}`}
          act="Restore the workspace"
          look="primary"
          onConfirm={async () => await restore(open.id, open.rowVersion)}
          onClose={() => setChosen(null)}
        >
          <p>Its members can use it again. Its live API keys stay revoked, so create others.</p>
        </Confirm>
      )}
    </section>
  );
}
