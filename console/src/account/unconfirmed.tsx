import { useState } from 'preact/hooks';
import { titled } from '../parts/actor.ts';
import { announce } from '../parts/announce.tsx';
import { readMe } from '../app/me.ts';
import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Form } from '../parts/form.tsx';
import { Time } from '../parts/time.tsx';
import {
  ConfirmMembershipDocument,
  DeclineMembershipDocument,
  type AccountQuery,
} from './documents.generated.ts';

type Waiting = AccountQuery['me']['unconfirmedMemberships'][number];

const list = new Intl.ListFormat('en');

/** The memberships that grant nothing until the person confirms them. */
export function UnconfirmedMemberships({ of }: { of: readonly Waiting[] }) {
  if (of.length === 0) return null;
  return (
    <section class="waiting" aria-label="Memberships to confirm">
      {of.map((membership) => (
        <Membership key={membership.memberId} of={membership} />
      ))}
    </section>
  );
}

function Membership({ of: { workspaceId, name, role, joinedAt, others } }: { of: Waiting }) {
  const [isDeclining, setDeclining] = useState(false);
  const title = name ?? 'A workspace';
  const input = { workspaceId };
  const confirm = async () => {
    await send(ConfirmMembershipDocument, { input });
    await readMe();
    announce(`You are a member of ${title}.`);
  };
  const decline = async () => {
    await send(DeclineMembershipDocument, { input });
    await readMe();
    announce('The membership is declined.');
  };
  return (
    <article class="notice wait">
      <div class="form">
        <h2>{title}</h2>
        <p>
          You were added as {titled(role)} <Time at={joinedAt} />.{' '}
          {others.length > 0 && `Other members: ${list.format(others.map((other) => other.name))}.`}
        </p>
        <p class="quiet">Confirm it only if you know these people. Until then it grants nothing.</p>
        <Form
          act="Confirm the membership"
          onSend={confirm}
          onCancel={() => setDeclining(true)}
          cancel="Decline"
        >
          {() => null}
        </Form>
      </div>
      {isDeclining && (
        <Confirm
          title={`Decline ${title}`}
          act="Decline the membership"
          onConfirm={decline}
          onClose={() => setDeclining(false)}
        >
          <p>It ends permanently. To join later, another member must add or invite you.</p>
        </Confirm>
      )}
    </article>
  );
}
