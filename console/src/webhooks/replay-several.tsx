import { useMemo, useState } from 'preact/hooks';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Checks, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { ReplayWebhookDeliveriesDocument } from './documents.generated.ts';
import type { EndpointData } from './endpoint-data.ts';

/** Sends the deliveries of a time range again. */
export function ReplaySeveral({ of: { id, host }, onClose }: { of: EndpointData; onClose: () => void }) {
  const yesterday = useMemo(() => localOf(new Date(Date.now() - dayMs)), []);
  const [count, setCount] = useState<number | null>(null);
  const replay = async (data: FormData) => {
    const until = instantOf(data, 'until');
    const input = {
      endpointId: id,
      since: instantOf(data, 'since') ?? '',
      ...(until && { until }),
      isWhole: data.get('isWhole') === 'yes',
    };
    const { replayWebhookDeliveries } = await send(ReplayWebhookDeliveriesDocument, { input });
    setCount(replayWebhookDeliveries?.replayedCount ?? 0);
  };
  const title = `Replay deliveries to ${host}`;
  if (count !== null)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>{resultOf(count)}</p>
        <div class="buttons">
          <Button look="primary" onClick={onClose}>
            Close
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={title} onClose={onClose}>
      <Form act="Replay the deliveries" onSend={replay} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              The server sends them again, ten a second, with the same <code>webhook-id</code>. A receiver
              that stores the ids recognizes what it has processed.
            </p>
            <Field label="From" name="since" type="datetime-local" value={yesterday} refusal={refusal} />
            <Field
              label="Until"
              name="until"
              type="datetime-local"
              hint="Without it, until now."
              isOptional
              refusal={refusal}
            />
            <Checks
              label="Which"
              name="isWhole"
              options={[['yes', 'Every matching event, not only failed and discarded deliveries']]}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

const dayMs = 86_400_000;

// The field has the person's own time zone.
function localOf(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function instantOf(data: FormData, name: string): string | undefined {
  const text = textOf(data, name);
  return text && new Date(text).toISOString();
}

function resultOf(count: number): string {
  if (count === 0) return 'No delivery of this time range failed or was discarded, so none is sent again.';
  return `The server sends ${count === 1 ? '1 delivery' : `${count} deliveries`} again.`;
}
