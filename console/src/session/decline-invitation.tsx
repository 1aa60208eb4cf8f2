import { Form } from '../parts/form.tsx';
import { declineInvitation, type InvitationPreview } from './invitation-requests.ts';

/** Declines an invitation, which cannot be undone. */
export function DeclineInvitation({
  token,
  onDeclined,
  onBack,
}: {
  token: string;
  onDeclined: (invitation: InvitationPreview | null) => void;
  onBack: () => void;
}) {
  return (
    <Form
      act="Decline the invitation"
      look="danger"
      onSend={async () => onDeclined(await declineInvitation(token))}
      onCancel={onBack}
    >
      {() => <p>The link stops working. To join later, you need another invitation.</p>}
    </Form>
  );
}
