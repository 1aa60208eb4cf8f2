import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { me } from '../app/me.ts';
import { roleChoices } from '../app/roles.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId, send } from '../app/write.ts';
import { announce } from '../parts/announce.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { AddMemberDocument, InviteMemberDocument, type Role } from './documents.generated.ts';

interface AdmitProps {
  onClose: () => void;
}

/** Returns the roles that the caller may give: only an owner makes an owner. */
export function givenRoles(): (readonly [Role, string])[] {
  return roleChoices(me.value?.member?.role === 'OWNER' ? [] : ['OWNER']);
}

const roleHint = 'Choose the narrowest role that suffices. The tab Roles lists their permissions.';

/** Invites an address by mail. */
export function InviteMember({ onClose }: AdmitProps) {
  const { route } = useLocation();
  const address = useAddress();
  const idempotencyKey = useMemo(randomId, []);
  const invite = async (data: FormData) => {
    const email = textOf(data, 'email') ?? '';
    const input = { email, role: textOf(data, 'role') as Role };
    await send(InviteMemberDocument, { input }, { idempotencyKey });
    announce(`${email} is invited.`);
    onClose();
    route(address('members/invitations'));
  };
  return (
    <Dialog title="Invite a person" onClose={onClose}>
      <Form act="Send the invitation" onSend={invite} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>The server mails a link that works for 7 days. With it the person becomes a member.</p>
            <Field label="E-mail address" name="email" type="email" autocomplete="off" refusal={refusal} />
            <Choice
              label="Role"
              name="role"
              options={givenRoles()}
              value="DEVELOPER"
              hint={roleHint}
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Offers a membership to a person who has an account. */
export function AddMember({ onClose }: AdmitProps) {
  const { route } = useLocation();
  const address = useAddress();
  const idempotencyKey = useMemo(randomId, []);
  const add = async (data: FormData) => {
    const input = { personId: textOf(data, 'personId') ?? '', role: textOf(data, 'role') as Role };
    const { addMember } = await send(AddMemberDocument, { input }, { idempotencyKey });
    onClose();
    if (addMember) route(address(`members/${addMember.member.id}`));
  };
  return (
    <Dialog title="Add a person with an account" onClose={onClose}>
      <Form act="Add the person" onSend={add} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>The membership grants nothing until the person confirms it. The server mails them.</p>
            <Field
              label="Person id"
              name="personId"
              hint="The person finds it under Your account."
              autocomplete="off"
              refusal={refusal}
            />
            <Choice
              label="Role"
              name="role"
              options={givenRoles()}
              value="DEVELOPER"
              hint={roleHint}
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
