import { useEffect } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { MeDocument } from '../session/documents.generated.ts';
import { client, enterWorkspace } from './client.ts';
import { me } from './me.ts';
import { lastWorkspace } from './preferences.ts';
import { useRead } from './read.ts';
import { Shell } from './shell.tsx';

interface WorkspaceProps {
  slug: string;
  /** The workspace's id, from the memberships. */
  id: string;
  children: ComponentChildren;
}

/** Enters a workspace, and shows its screens once the caller's role there is known. */
export function Workspace({ slug, id, children }: WorkspaceProps) {
  useEffect(() => {
    enterWorkspace(id);
    lastWorkspace.value = slug;
  }, [id, slug]);
  const isHere = client.value.workspaceId === id;
  const { data, refusal, again } = useRead(MeDocument, {}, { isPaused: !isHere });
  const mine = isHere ? data?.me : null;
  useEffect(() => {
    if (mine?.workspace?.id === id) me.value = mine;
  }, [mine, id]);
  // Who has lost the workspace sees nothing more of it.
  if (refusal && (!mine || refusal.code === 'workspace_access_denied'))
    return (
      <main class="alone">
        <div class="card">
          <h1>{slug}</h1>
          <Refused refusal={refusal} again={again} />
          <a href="/console/~/">Your workspaces</a>
        </div>
      </main>
    );
  if (me.value?.workspace?.id !== id) return null;
  return <Shell slug={slug}>{children}</Shell>;
}

/** A screen that the caller's role may not read, and its name. */
export function Denied({ permission, name }: { permission: string; name: string }) {
  return (
    <div class="empty">
      <Icon name="shield" />
      <h1>{name}</h1>
      <p>
        Your role does not open this. It needs the permission <code>{permission}</code>. An owner or
        administrator of the workspace can change your role.
      </p>
    </div>
  );
}
