import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form } from '../parts/form.tsx';
import type { DeliveryData } from './delivery-data.ts';
import { ReplayWebhookDeliveryDocument } from './documents.generated.ts';

/** Sends a delivery again. */
export function Replay({ of: { id, messageId }, onClose }: { of: DeliveryData; onClose: () => void }) {
  const replay = async () => {
    await send(ReplayWebhookDeliveryDocument, { input: { id } });
    onClose();
  };
  return (
    <Dialog title="Replay this delivery" onClose={onClose}>
      <Form act="Replay the delivery" onSend={replay} onCancel={onClose}>
        {() => (
          <p>
            The server sends the message again with the same <code>webhook-id</code>, {messageId}. A receiver
            that stores the ids recognizes what it has processed.
          </p>
        )}
      </Form>
    </Dialog>
  );
}
