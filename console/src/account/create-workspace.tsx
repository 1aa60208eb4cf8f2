import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { client, leaveWorkspace } from '../app/client.ts';
import { readMe } from '../app/me.ts';
import { randomId, send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { CreateWorkspaceDocument } from './documents.generated.ts';

/** Creates a workspace that the person owns, in a dialog. */
export function CreateWorkspace({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Create a workspace" onClose={onClose}>
      <CreateWorkspaceForm onCancel={onClose} />
    </Dialog>
  );
}

/** Creates a workspace that the person owns, and opens it. */
export function CreateWorkspaceForm({ onCancel }: { onCancel?: () => void }) {
  const { route } = useLocation();
  const idempotencyKey = useMemo(randomId, []);
  const create = async (data: FormData) => {
    if (client.value.workspaceId !== null) leaveWorkspace();
    const input = { name: textOf(data, 'name') ?? '' };
    const { createWorkspace } = await send(CreateWorkspaceDocument, { input }, { idempotencyKey });
    await readMe();
    if (createWorkspace) route(`/console/${createWorkspace.workspace.slug}`);
  };
  return (
    <Form act="Create the workspace" onSend={create} {...(onCancel && { onCancel })}>
      {(refusal) => (
        <Field
          label="Name"
          name="name"
          autocomplete="organization"
          hint="Your team or company. You become its owner."
          maxLength={80}
          refusal={refusal}
        />
      )}
    </Form>
  );
}
