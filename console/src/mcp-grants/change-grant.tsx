import { useState } from 'preact/hooks';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { RevokeMcpGrantDocument, UpdateMcpGrantDocument } from './documents.generated.ts';
import { LimitFields } from './limit-fields.tsx';
import { boundsOf, limitsIn, pointersIn, type GrantData } from './limits.ts';

interface ChangeProps {
  of: GrantData;
  onClose: () => void;
}

/** Changes the limits of a grant. They apply from the next call on. */
export function ChangeGrant({ of: grant, onClose }: ChangeProps) {
  const [{ id, rowVersion, mode, expiresOn: lastDay, rowLimit: rows, capability }] = useState(grant);
  const [bounds, setBounds] = useState(
    () => boundsOf(grant.argumentLimits) as readonly ReturnType<typeof boundsOf>[number][],
  );
  const change = async (form: FormData) => {
    const expiresOn = textOf(form, 'expiresOn');
    const rowLimit = textOf(form, 'rowLimit');
    const input = {
      id,
      ifRowVersion: rowVersion,
      argumentLimits: limitsIn(form, bounds.length),
      ...(expiresOn && expiresOn !== lastDay && { expiresOn }),
      ...(rowLimit && { rowLimit: Number(rowLimit) }),
    };
    await send(UpdateMcpGrantDocument, { input });
    onClose();
  };
  return (
    <Dialog title="Change the limits" onClose={onClose}>
      <Form act="Save the limits" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <p class="quiet">They apply from the agent’s next call on.</p>
            <LimitFields
              bounds={bounds}
              onChange={setBounds}
              pointers={pointersIn(capability?.inputSchema)}
              refusal={refusal}
            />
            {mode === 'read' && (
              <Field
                label="Most rows of a read"
                name="rowLimit"
                type="number"
                min={1}
                max={1000}
                {...(rows !== null && { value: rows })}
                isOptional
                refusal={refusal}
              />
            )}
            <Field
              label="Last day"
              name="expiresOn"
              type="date"
              value={lastDay}
              hint="At most 90 days from today."
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Ends a grant. */
export function RevokeGrant({ of: { id, capability, credential }, onClose }: ChangeProps) {
  const revoke = async (form: FormData) => {
    const reason = textOf(form, 'reason');
    await send(RevokeMcpGrantDocument, { input: { id, ...(reason && { reason }) } });
    onClose();
  };
  return (
    <Dialog title="Revoke the grant" onClose={onClose}>
      <Form act="Revoke the grant" look="danger" onSend={revoke} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              {credential?.name ?? 'The agent'} no longer finds {capability?.title ?? 'the tool'},
              immediately. A revoked grant never works again.
            </p>
            <Field label="Reason" name="reason" isOptional refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
