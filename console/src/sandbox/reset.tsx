import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { ResetSandboxDocument } from './documents.generated.ts';
import type { SandboxData } from './sandbox-data.ts';

/** Deletes what calls made, and sets the time back. */
export function Reset({ of: { applicationId, objects }, onClose }: { of: SandboxData; onClose: () => void }) {
  const reset = async (data: FormData) => {
    const seed = textOf(data, 'seed');
    await send(ResetSandboxDocument, { input: { applicationId, ...(seed && { seed }) } });
    onClose();
  };
  return (
    <Dialog title="Reset the sandbox" onClose={onClose}>
      <Form act="Reset the sandbox" look="danger" onSend={reset} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              The {objects === 1 ? 'object' : `${objects.toLocaleString('en')} objects`} that calls made will
              be deleted, and the time is set back to the creation of the application. Keys, assignments and
              test receipts stay.
            </p>
            <Field
              label="Seed"
              name="seed"
              hint="Without it, the seed stays, so the same requests have the same answers as before."
              isOptional
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
