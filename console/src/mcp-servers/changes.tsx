import { send } from '../app/write.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import {
  DeprecateMcpServerDocument,
  PublishMcpServerDocument,
  QuarantineMcpServerDocument,
  RetireMcpServerDocument,
  SubmitMcpServerDocument,
  UpdateMcpServerDocument,
} from './documents.generated.ts';
import type { ServerDialog } from './server-data.ts';

export function Change({ of: { id, name, description, rowVersion }, onClose }: ServerDialog) {
  const change = async (data: FormData) => {
    const input = {
      id,
      ifRowVersion: rowVersion,
      name: textOf(data, 'name') ?? '',
      description: textOf(data, 'description') ?? '',
    };
    await send(UpdateMcpServerDocument, { input });
    onClose();
  };
  return (
    <Dialog title={`Change ${name}`} onClose={onClose}>
      <Form act="Save" onSend={change} onCancel={onClose}>
        {(refusal) => (
          <>
            <p class="quiet">After another name, a review that waits must be requested again.</p>
            <Field label="Name" name="name" value={name} maxLength={80} refusal={refusal} />
            <Area label="Description" name="description" value={description} isOptional refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

export function Submit({ of: { id, name, publishedVersion }, onClose }: ServerDialog) {
  const submit = async () => {
    await send(SubmitMcpServerDocument, { input: { id } });
    onClose();
  };
  return (
    <Dialog title={`Submit ${name}`} onClose={onClose}>
      <Form act="Submit the version" onSend={submit} onCancel={onClose}>
        {() => (
          <p>
            A different person reviews all its tools, as their providers describe them now.{' '}
            {publishedVersion && 'A version that only removes tools is approved immediately.'}
          </p>
        )}
      </Form>
    </Dialog>
  );
}

export function Publish({ of: { id, name, rowVersion, publishedVersion }, onClose }: ServerDialog) {
  const publish = async () => {
    await send(PublishMcpServerDocument, { input: { id, ifRowVersion: rowVersion } });
    onClose();
  };
  return (
    <Dialog title={`Publish ${name}`} onClose={onClose}>
      <Form act="Publish the version" onSend={publish} onCancel={onClose}>
        {() => (
          <p>
            Agents find its tools as soon as they are granted.{' '}
            {publishedVersion &&
              `Version ${publishedVersion.number} is then deprecated, and its grants work for 30 more days.`}
          </p>
        )}
      </Form>
    </Dialog>
  );
}

export function Deprecate({ of: { id, name, rowVersion }, onClose }: ServerDialog) {
  const deprecate = async (data: FormData) => {
    const days = Number(textOf(data, 'days'));
    await send(DeprecateMcpServerDocument, { input: { id, ifRowVersion: rowVersion, days } });
    onClose();
  };
  return (
    <Dialog title={`Deprecate ${name}`} onClose={onClose}>
      <Form act="Deprecate the version" look="danger" onSend={deprecate} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>Agents find the tools of the published version until then. Then the server is retired.</p>
            <Field
              label="Days until its end"
              name="days"
              type="number"
              min={30}
              max={365}
              value={30}
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

export function Quarantine({ of: { id, name }, onClose }: ServerDialog) {
  const quarantine = async (data: FormData) => {
    await send(QuarantineMcpServerDocument, { input: { id, reason: textOf(data, 'reason') ?? '' } });
    onClose();
  };
  return (
    <Dialog title={`Quarantine ${name}`} onClose={onClose}>
      <Form act="Quarantine the server" look="danger" onSend={quarantine} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>
              Every agent loses all its tools immediately. To serve it again, a different person must review
              it, and it must be published.
            </p>
            <Area label="Reason" name="reason" maxLength={500} refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

export function Retire({ of: { id, name }, onClose }: ServerDialog) {
  return (
    <Confirm
      title={`Retire ${name}`}
      act="Retire the server"
      name={name}
      onClose={onClose}
      onConfirm={async () => void (await send(RetireMcpServerDocument, { input: { id } }))}
    >
      <p>Agents find none of its tools from then on. A retired server cannot be restored.</p>
    </Confirm>
  );
}
