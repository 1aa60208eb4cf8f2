import { useLocation } from 'preact-iso/router';
import { leaveWorkspace } from '../app/client.ts';
import { me } from '../app/me.ts';
import { roleChoices } from '../app/roles.ts';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import {
  ChangeMemberRoleDocument,
  ReactivateMemberDocument,
  RemoveMemberDocument,
  SuspendMemberDocument,
  type Role,
} from './documents.generated.ts';
import type { MemberData } from './member-data.ts';

interface DialogProps {
  of: MemberData;
  onClose: () => void;
}

/** Gives the member another role. */
export function ChangeRole({ of: member, onClose }: DialogProps) {
  const { id, role, kind, rowVersion } = member;
  const isOwner = me.value?.member?.role === 'OWNER';
  const without: Role[] = kind === 'AUTOMATION' ? ['OWNER', 'APPROVER'] : isOwner ? [] : ['OWNER'];
  const change = async (data: FormData) => {
    const input = { id, role: textOf(data, 'role') as Role, ifRowVersion: rowVersion };
    await send(ChangeMemberRoleDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change the role of ${nameOf(member)}`} onClose={onClose}>
      <Form act="Change the role" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <Choice
              label="Role"
              name="role"
              options={roleChoices(without)}
              value={role}
              hint="It applies from the next request on. The tab Roles lists the permissions."
              refusal={refusal}
            />
            <p class="quiet">A member decides only requests that were made after their role began.</p>
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Takes the member's access away until they are reactivated. */
export function Suspend({ of: member, onClose }: DialogProps) {
  return (
    <Confirm
      title={`Suspend ${nameOf(member)}`}
      act="Suspend the member"
      onClose={onClose}
      onConfirm={async (data) => void (await send(SuspendMemberDocument, { input: inputOf(member, data) }))}
    >
      <p>Their access ends with the next request, until a member who manages members reactivates them.</p>
      <Reason />
    </Confirm>
  );
}

/** Gives a suspended member the access back. */
export function Reactivate({ of: member, onClose }: DialogProps) {
  return (
    <Confirm
      title={`Reactivate ${nameOf(member)}`}
      act="Reactivate the member"
      look="primary"
      onClose={onClose}
      onConfirm={async (data) =>
        void (await send(ReactivateMemberDocument, { input: inputOf(member, data) }))
      }
    >
      <p>They have the role they had. Only sessions and tokens that start afterwards work.</p>
      <Reason />
    </Confirm>
  );
}

/** Ends the membership permanently; for oneself, leaves the workspace. */
export function Remove({ of: member, onClose }: DialogProps) {
  const { route } = useLocation();
  const address = useAddress();
  const isMe = member.id === me.value?.member?.id;
  const workspace = me.value?.workspace?.name ?? '';
  const remove = async (data: FormData) => {
    await send(RemoveMemberDocument, { input: inputOf(member, data) });
    if (isMe) leaveWorkspace();
    route(isMe ? '/console/~/' : address('members'));
  };
  return (
    <Confirm
      title={isMe ? `Leave ${workspace}` : `Remove ${nameOf(member)}`}
      act={isMe ? 'Leave the workspace' : 'Remove the member'}
      name={isMe ? workspace : nameOf(member)}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>
        {isMe ? 'Your membership ends' : 'The membership ends'} permanently. To come back, a new invitation is
        necessary.
      </p>
      <Reason />
    </Confirm>
  );
}

function Reason() {
  return <Field label="Reason" name="reason" hint="The audit log stores it." isOptional />;
}

function inputOf({ id, rowVersion }: MemberData, data: FormData) {
  const reason = textOf(data, 'reason');
  return { id, ifRowVersion: rowVersion, ...(reason && { reason }) };
}
