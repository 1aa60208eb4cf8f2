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
  type WaitingDeletionQuery,
  type WorkspaceDetailFragment,
} from './documents.generated.ts';

/** Requests the deletion of the workspace, which a different person decides. */
export function Deletion({ of: { name } }: { of: WorkspaceDetailFragment }) {
  const { route } = useLocation();
  const address = useAddress();
  const [isOpen, setOpen] = useState(false);
  const read = useRead(WaitingDeletionDocument, {}, { isPaused: !may('approvals:read') });
  const waiting = read.data?.approvalRequests?.edges[0]?.node;
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
      {waiting && <Waiting request={waiting} />}
      <div class="buttons">
        <Act
          needs="workspace:delete"
          look="danger"
          obstacle={waiting ? 'It is requested already.' : null}
          onClick={() => setOpen(true)}
        >
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

type WaitingRequest = NonNullable<WaitingDeletionQuery['approvalRequests']>['edges'][number]['node'];

function Waiting({ request }: { request: WaitingRequest }) {
  const address = useAddress();
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
