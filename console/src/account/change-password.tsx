import { useState } from 'preact/hooks';
import { once } from '../app/once.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { NewPassword } from '../parts/new-password.tsx';
import { Form } from '../parts/form.tsx';
import { ChangePasswordDocument } from './documents.generated.ts';

/** Replaces the password, which ends every other session. */
export function ChangePassword({ onClose }: { onClose: () => void }) {
  const [ended, setEnded] = useState<number | null>(null);
  const change = async (data: FormData) => {
    const input = {
      currentPassword: data.get('currentPassword') as string,
      newPassword: data.get('newPassword') as string,
    };
    // Past the cache, since passwords are secrets.
    const { changePassword } = await once(ChangePasswordDocument, { input });
    setEnded(changePassword?.endedSessionIds.length ?? 0);
  };
  if (ended !== null)
    return (
      <Dialog title="The password is changed" onClose={onClose}>
        <p>{sentenceOf(ended)} This session goes on.</p>
        <div class="buttons">
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title="Change the password" onClose={onClose}>
      <Form act="Change the password" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>Every other session ends, and so do the consents that you gave to MCP clients.</p>
            <Field
              label="Current password"
              name="currentPassword"
              type="password"
              autocomplete="current-password"
              refusal={refusal}
            />
            <NewPassword label="New password" name="newPassword" refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function sentenceOf(ended: number): string {
  if (ended === 0) return 'There were no other sessions.';
  return ended === 1 ? 'One other session has ended.' : `${ended} other sessions have ended.`;
}
