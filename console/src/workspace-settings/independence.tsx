import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { me } from '../app/me.ts';
import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { UpdateWorkspaceDocument, type WorkspaceDetailFragment } from './documents.generated.ts';

/** Whether only independent approvers decide. Only an owner changes it. */
export function Independence({
  of: { requiresIndependentApprovers: isRequired, rowVersion },
}: {
  of: WorkspaceDetailFragment;
}) {
  const [isOpen, setOpen] = useState(false);
  const isOwner = me.value?.member?.role === 'OWNER';
  const obstacle = isOwner ? null : 'Only an owner can change who decides. Ask an owner to do it.';
  const act = isRequired ? 'Let other approvers decide' : 'Require independent approvers';
  const change = async () => {
    const input = { requiresIndependentApprovers: !isRequired, ifRowVersion: rowVersion };
    await send(UpdateWorkspaceDocument, { input });
  };
  return (
    <section>
      <h2>Who decides</h2>
      <p>
        {isRequired
          ? 'Only independent approvers decide approval requests. A request without one cannot be approved.'
          : 'Independent approvers decide approval requests. If no independent approver can, other approvers decide.'}
      </p>
      <p class="quiet">
        An approver is independent if no person behind the request admitted them, directly or through others.
      </p>
      <div class="buttons">
        <Act
          needs="workspace:write"
          obstacle={obstacle}
          look={isRequired ? 'danger' : 'plain'}
          onClick={() => setOpen(true)}
        >
          {act}
        </Act>
      </div>
      {isOpen && (
        <Confirm
          title={act}
          act={act}
          look={isRequired ? 'danger' : 'primary'}
          onClose={() => setOpen(false)}
          onConfirm={change}
        >
          <p>
            {isRequired
              ? 'A person could then admit an approver who approves that person’s requests.'
              : 'Requests that have no independent approver then wait until one is a member.'}
          </p>
        </Confirm>
      )}
    </section>
  );
}
