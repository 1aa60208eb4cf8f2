import { useState } from 'preact/hooks';
import { may } from '../app/me.ts';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import { ActivateVersionDocument } from './documents.generated.ts';
import { inputOf, numberOf, type VersionDialog } from './product-data.ts';

/** Asks a different person to let a version answer live keys. */
export function Activate({ of, onClose }: VersionDialog) {
  const [requestId, setRequestId] = useState<string | null>(null);
  const address = useAddress();
  const activate = async () => {
    const { activateApiProductVersion } = await send(ActivateVersionDocument, { input: inputOf(of) });
    setRequestId(activateApiProductVersion?.approvalRequest.id ?? null);
  };
  if (requestId !== null)
    return (
      <Dialog title="A different person decides" onClose={onClose}>
        <p>
          Version {numberOf(of)} answers live keys once the request is approved.{' '}
          {may('approvals:read') && <a href={address(`approvals/${requestId}`)}>Open the approval request</a>}
        </p>
        <div class="buttons">
          <Button onClick={onClose}>Close</Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={`Activate version ${numberOf(of)}`} onClose={onClose}>
      <Form act="Request the activation" onSend={activate} onCancel={onClose}>
        {() => (
          <p>
            After the approval it answers live keys, in place of the live version of v{of.major}. A member who
            worked on it cannot decide.
          </p>
        )}
      </Form>
    </Dialog>
  );
}
