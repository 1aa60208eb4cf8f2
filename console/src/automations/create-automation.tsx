import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { roleChoices } from '../app/roles.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId, send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { CreateAutomationDocument, type Role } from './documents.generated.ts';

/** Creates an automation that the caller owns. */
export function CreateAutomation({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const idempotencyKey = useMemo(randomId, []);
  const create = async (data: FormData) => {
    const input = {
      name: textOf(data, 'name') ?? '',
      description: textOf(data, 'description') ?? '',
      role: textOf(data, 'role') as Role,
    };
    const { createAutomation } = await send(CreateAutomationDocument, { input }, { idempotencyKey });
    if (createAutomation) route(address(`automations/${createAutomation.automation.id}`));
  };
  return (
    <Dialog title="Create an automation" onClose={onClose}>
      <Form act="Create the automation" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>You become its owner, and cannot decide its approval requests.</p>
            <Field label="Name" name="name" maxLength={80} refusal={refusal} />
            <Area label="Description" name="description" isOptional refusal={refusal} />
            <Choice
              label="Role"
              name="role"
              options={roleChoices(['OWNER', 'APPROVER'])}
              value="DEVELOPER"
              hint="Choose the narrowest role that suffices. Only people own, approve and admit members."
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
