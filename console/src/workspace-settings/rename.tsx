import { readMe } from '../app/me.ts';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { UpdateWorkspaceDocument, type WorkspaceDetailFragment } from './documents.generated.ts';

/** Changes the name. Addresses stay as they are. */
export function Rename({
  of: { name, rowVersion },
  onClose,
}: {
  of: WorkspaceDetailFragment;
  onClose: () => void;
}) {
  const rename = async (data: FormData) => {
    const input = { name: textOf(data, 'name') ?? '', ifRowVersion: rowVersion };
    await send(UpdateWorkspaceDocument, { input });
    await readMe();
    onClose();
  };
  return (
    <Dialog title={`Rename ${name}`} onClose={onClose}>
      <Form act="Rename the workspace" onSend={rename} onCancel={onClose}>
        {(refusal) => (
          <Field
            label="Name"
            name="name"
            value={name}
            maxLength={80}
            hint="Addresses stay as they are."
            refusal={refusal}
          />
        )}
      </Form>
    </Dialog>
  );
}
