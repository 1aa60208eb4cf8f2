import { useLocation } from 'preact-iso/router';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Choice } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Refused } from '../parts/refused.tsx';
import { SendWebhookSampleDocument } from './documents.generated.ts';
import type { EndpointData } from './endpoint-data.ts';
import { useEventTypes } from './event-types.ts';

/** Sends a made-up message to test the receiver, and opens its delivery. */
export function SendSample({ of: endpoint, onClose }: { of: EndpointData; onClose: () => void }) {
  const { id, host, eventTypes } = endpoint;
  const { rows: types, refusal: stop, again } = useEventTypes();
  const { route } = useLocation();
  const address = useAddress();
  const sendSample = async (data: FormData) => {
    const input = { endpointId: id, type: textOf(data, 'type') ?? '' };
    const { sendWebhookSample } = await send(SendWebhookSampleDocument, { input });
    onClose();
    if (sendWebhookSample) route(address(`webhooks/${id}/${sendWebhookSample.webhookDelivery.id}`));
  };
  // Those that the endpoint subscribes to come first.
  const isChosen = (type: string) => eventTypes.some((pattern) => isMatch(pattern, type));
  const options = types?.toSorted((a, b) => Number(isChosen(b.type)) - Number(isChosen(a.type)));
  return (
    <Dialog title={`Send a sample to ${host}`} onClose={onClose}>
      {stop && <Refused refusal={stop} again={again} />}
      {!options && !stop && <Skeleton rows={1} />}
      {options && (
        <Form act="Send the sample" onSend={sendSample} onCancel={onClose}>
          {(refusal) => (
            <>
              <p>
                The message is about a resource that does not exist, and says so with <code>isSample</code>.
                It is signed and retried like any other.
              </p>
              <Choice
                label="Event type"
                name="type"
                options={options.map(({ type }) => [type, type] as const)}
                refusal={refusal}
              />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

function isMatch(pattern: string, type: string): boolean {
  return pattern.endsWith('*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;
}
