import { useState } from 'preact/hooks';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { DeprecateVersionDocument } from './documents.generated.ts';
import { inputOf, numberOf, type VersionDialog } from './product-data.ts';

const dayMs = 86_400_000;
/** The least and the most notice, in days. */
const [least, most] = [90, 730];

/** Announces the end of a major, on a day that the person chooses. */
export function Deprecate({ of, onClose }: VersionDialog) {
  // From when the form opened: the days do not change while it is open.
  const [now] = useState(Date.now);
  const deprecate = async (data: FormData) => {
    const end = Date.parse(`${textOf(data, 'days') ?? ''}T00:00:00Z`);
    const days = Math.ceil((end - now) / dayMs);
    await send(DeprecateVersionDocument, { input: { ...inputOf(of), days } });
    onClose();
  };
  return (
    <Dialog title={`Deprecate version ${numberOf(of)}`} onClose={onClose}>
      <Form act="Deprecate the version" look="danger" onSend={deprecate} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              It announces the end of v{of.major}, which gets no other version. The server serves it until
              that day at least. It cannot be taken back.
            </p>
            <Field
              label="Day of its end"
              name="days"
              type="date"
              value={dayAfter(now, least)}
              min={dayAfter(now, least)}
              max={dayAfter(now, most)}
              hint={`At least ${least} days from now.`}
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function dayAfter(now: number, days: number): string {
  return new Date(now + days * dayMs).toISOString().slice(0, 10);
}
