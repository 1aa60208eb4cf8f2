import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Area } from '../parts/field.tsx';
import { textOf } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Time } from '../parts/time.tsx';
import {
  DeleteWorkspaceDocument,
  WaitingDeletionDocument,
  type WorkspaceDetailFragment,
} from './documents.generated.ts';

/** Requests the deletion of the workspace, which a different person decides. */
export function Deletion({ of: { name } }: { of: WorkspaceDetailFragment }) {
  const { route } = useLocation();
  const address = useAddress();
  const [isOpen, setOpen] = useState(false);
  const request = async (data: FormData) => {
    const reason = textOf(data, 'reason');
    const { deleteWorkspace } = await send(DeleteWorkspaceDocument, { input: reason ? { reason } : {} });
    if (deleteWorkspace) route(address(`approvals/${deleteWorkspace.approvalRequest.id}`));
  };
  return (
    <section>
      <h2>Deletion</h2>
      <p>
        A different person decides the request. After approval the workspace stops working, and an owner can
        restore it under <a href="/console/~/">Your workspaces</a> for some days.
      </p>
      {may('approvals:read') && <Waiting />}
      <div class="buttons">
        <Act needs="workspace:delete" look="danger" onClick={() => setOpen(true)}>
          Request the deletion
        </Act>
      </div>
      {isOpen && (
        <Confirm
          title={`Delete ${name}`}
          act="Request the deletion"
          name={name}
          onClose={() => setOpen(false)}
          onConfirm={request}
        >
          <p>
            After approval, every member loses access and every key stops working. When the time to restore it
            is over, the server destroys its data.
          </p>
          <Area label="Reason, for the approvers" name="reason" isOptional />
        </Confirm>
      )}
    </section>
  );
}

function Waiting() {
  const { data } = useRead(WaitingDeletionDocument, {});
  const address = useAddress();
  const request = data?.approvalRequests?.edges[0]?.node;
  if (!request) return null;
  return (
    <div class="notice wait">
      <Icon name="wait" />
      <div>
        <p>
          {nameOf(request.requestedBy)} requested the deletion <Time at={request.createdAt} />.{' '}
          <a href={address(`approvals/${request.id}`)}>See the request</a>
        </p>
      </div>
    </div>
  );
}
