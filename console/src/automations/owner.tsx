import { me } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { send } from '../app/write.ts';
import { nameOf, wordsOf } from '../parts/actor.ts';
import { announce } from '../parts/announce.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import type { AutomationData } from './automation-data.ts';
import {
  AdoptAutomationDocument,
  OfferAutomationDocument,
  OwnerChoicesDocument,
} from './documents.generated.ts';

interface OwnerProps {
  of: AutomationData;
  onClose: () => void;
}

/** Offers the automation to a member who manages members. */
export function Offer({ of: { id, name, owner, status, rowVersion }, onClose }: OwnerProps) {
  const { data } = useRead(OwnerChoicesDocument, {});
  const members = (data?.members?.edges ?? [])
    .map(({ node }) => node)
    .filter((it) => it.kind === 'HUMAN' && it.status === 'ACTIVE' && ['OWNER', 'ADMIN'].includes(it.role))
    .filter((it) => it.id !== owner?.id || status === 'SUSPENDED');
  const offer = async (form: FormData) => {
    const input = { id, toMemberId: textOf(form, 'toMemberId') ?? '', ifRowVersion: rowVersion };
    await send(OfferAutomationDocument, { input });
    onClose();
  };
  if (data && members.length === 0)
    return (
      <Dialog title={`Offer ${name}`} onClose={onClose}>
        <p>
          Only an owner or administrator can own an automation, and the workspace has no other one. Change a
          member’s role first.
        </p>
      </Dialog>
    );
  return (
    <Dialog title={`Offer ${name}`} onClose={onClose}>
      <Form act="Offer the automation" onSend={offer} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>The member becomes its owner when they accept here. A later offer replaces this one.</p>
            <Choice
              label="Member"
              name="toMemberId"
              options={members.map((it) => [
                it.id,
                `${it.id === me.value?.member?.id ? 'You' : nameOf(it)}, ${wordsOf(it.role)}`,
              ])}
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Accepts an offer. */
export function Adopt({ of: { id, name, rowVersion }, onClose }: OwnerProps) {
  const adopt = async () => {
    const input = { id, ifRowVersion: rowVersion };
    const { adoptAutomation } = await send(AdoptAutomationDocument, { input });
    const count = adoptAutomation?.revokedCredentialIds.length ?? 0;
    announce(count > 0 ? `You own ${name}. Credentials revoked: ${count}.` : `You own ${name}.`);
  };
  return (
    <Confirm
      title={`Become the owner of ${name}`}
      act="Become the owner"
      look="primary"
      onClose={onClose}
      onConfirm={adopt}
    >
      <p>
        You answer for it, and cannot decide its approval requests, not even earlier ones. Credentials whose
        issuer has left or no longer manages members are revoked.
      </p>
    </Confirm>
  );
}
