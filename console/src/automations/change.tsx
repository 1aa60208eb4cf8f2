import { useLocation } from 'preact-iso/router';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import type { AutomationData } from './automation-data.ts';
import { RemoveAutomationDocument, UpdateAutomationDocument } from './documents.generated.ts';

interface DialogProps {
  of: AutomationData;
  onClose: () => void;
}

/** Changes the name or description. */
export function Change({ of: { id, name, description, rowVersion }, onClose }: DialogProps) {
  const change = async (data: FormData) => {
    const input = {
      id,
      ifRowVersion: rowVersion,
      name: textOf(data, 'name') ?? '',
      description: textOf(data, 'description') ?? '',
    };
    await send(UpdateAutomationDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" value={name} maxLength={80} refusal={refusal} />
            <Area label="Description" name="description" value={description} isOptional refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Removes the automation and all its credentials. */
export function Remove({ of: { id, name, rowVersion }, onClose }: DialogProps) {
  const { route } = useLocation();
  const address = useAddress();
  const remove = async (data: FormData) => {
    const reason = textOf(data, 'reason');
    const input = { id, ifRowVersion: rowVersion, ...(reason && { reason }) };
    await send(RemoveAutomationDocument, { input });
    route(address('automations'));
  };
  return (
    <Confirm
      title={`Remove ${name}`}
      act="Remove the automation"
      name={name}
      onClose={onClose}
      onConfirm={remove}
    >
      <p>Its credentials and tokens stop working immediately and permanently.</p>
      <Field label="Reason" name="reason" hint="The audit log stores it." isOptional />
    </Confirm>
  );
}
