import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { UpdateWebhookEndpointDocument } from './documents.generated.ts';
import type { EndpointData } from './endpoint-data.ts';
import { subscriptionOf, SubscriptionFields } from './subscription-fields.tsx';

/** Changes where an endpoint is and what it receives. */
export function ChangeEndpoint({ of: endpoint, onClose }: { of: EndpointData; onClose: () => void }) {
  const { id, host, rowVersion } = endpoint;
  const change = async (data: FormData) => {
    const input = { id, ifRowVersion: rowVersion, url: textOf(data, 'url') ?? '', ...subscriptionOf(data) };
    await send(UpdateWebhookEndpointDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change ${host}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <p class="quiet">The changes apply to future events. Deliveries that wait go to the new URL.</p>
            <SubscriptionFields of={endpoint} refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
