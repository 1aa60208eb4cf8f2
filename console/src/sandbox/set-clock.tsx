import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { SetSandboxClockDocument } from './documents.generated.ts';
import type { SandboxData } from './sandbox-data.ts';

/** Sets the time that calls in the sandbox see. */
export function SetClock({ of: { applicationId, time }, onClose }: { of: SandboxData; onClose: () => void }) {
  const set = async (data: FormData) => {
    // The field has no time zone: what the person types is UTC.
    const typed = new Date(`${textOf(data, 'time') ?? ''}Z`);
    await send(SetSandboxClockDocument, { input: { applicationId, time: typed.toISOString() } });
    onClose();
  };
  return (
    <Dialog title="Set the time in the sandbox" onClose={onClose}>
      <Form act="Set the time" onSend={set} onCancel={onClose}>
        {(refusal) => (
          <Field
            label="Time in UTC"
            name="time"
            type="datetime-local"
            step={1}
            value={new Date(time).toISOString().slice(0, 19)}
            hint="It stands still until it is set again. Calls answer with times by it."
            refusal={refusal}
          />
        )}
      </Form>
    </Dialog>
  );
}
