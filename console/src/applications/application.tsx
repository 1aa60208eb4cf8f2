import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { ApplicationTabs } from '../app/application-tabs.tsx';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { nameOf } from '../parts/actor.ts';
import { Confirm } from '../parts/confirm.tsx';
import { Id } from '../parts/copy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import {
  ApplicationDocument,
  DeleteApplicationDocument,
  ReactivateApplicationDocument,
  RestoreApplicationDocument,
  SuspendApplicationDocument,
  UpdateApplicationDocument,
  type ApplicationQuery,
} from './documents.generated.ts';

type Data = NonNullable<ApplicationQuery['application']>;
type Open = 'change' | 'suspend' | 'delete' | null;

/** One application: what it is, and what can be done with it. */
export function Application({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ApplicationDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<Open>(null);
  const up = { name: 'Applications', href: address('applications') };
  const application = data?.application;
  if (!application)
    return (
      <Screen name="Application" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  return (
    <Screen
      name={application.name}
      up={up}
      above={<Id value={application.id} />}
      acts={<Acts application={application} open={setOpen} />}
    >
      <ApplicationTabs id={id} isAt="" />
      <Facts
        of={[
          ['State', <Status of="application" is={application.status} />],
          ['Description', application.description || <span class="quiet">None</span>],
          [
            'Production access',
            application.productionAccess ? (
              <Status of="productionAccess" is={application.productionAccess.status} />
            ) : (
              'Not requested'
            ),
          ],
          ['Suspended', application.suspendedAt && <Time at={application.suspendedAt} />],
          ['Reason', application.suspendReason],
          ['Can be restored until', application.restorableUntil && <Time at={application.restorableUntil} />],
          ['Created by', nameOf(application.createdBy)],
          ['Created', <Time at={application.createdAt} />],
        ]}
      />
      {open === 'change' && <Change application={application} onClose={close} />}
      {open === 'suspend' && <Suspend application={application} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${application.name}`}
          act="Delete the application"
          name={application.name}
          onClose={close}
          onConfirm={async () => void (await send(DeleteApplicationDocument, { input: { id } }))}
        >
          <p>Its API keys stop working immediately. It can be restored for 30 days.</p>
        </Confirm>
      )}
    </Screen>
  );
}

function Acts({ application: { id, status }, open }: { application: Data; open: (it: Open) => void }) {
  if (status === 'DELETED')
    return (
      <Act
        needs="applications:reactivate"
        onClick={async () => void (await send(RestoreApplicationDocument, { input: { id } }))}
      >
        Restore
      </Act>
    );
  return (
    <>
      <Act needs="applications:write" onClick={() => open('change')}>
        Change
      </Act>
      {status === 'SUSPENDED' ? (
        <Act
          needs="applications:reactivate"
          onClick={async () => void (await send(ReactivateApplicationDocument, { input: { id } }))}
        >
          Reactivate
        </Act>
      ) : (
        <Act needs="applications:suspend" look="danger" onClick={() => open('suspend')}>
          Suspend
        </Act>
      )}
      <Act needs="applications:delete" look="danger" onClick={() => open('delete')}>
        Delete
      </Act>
    </>
  );
}

function Change({ application, onClose }: { application: Data; onClose: () => void }) {
  const { id, name, description, rowVersion } = application;
  const change = async (data: FormData) => {
    const input = {
      id,
      ifRowVersion: rowVersion,
      name: textOf(data, 'name') ?? '',
      description: textOf(data, 'description') ?? '',
    };
    await send(UpdateApplicationDocument, { input });
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

function Suspend({ application: { id, name }, onClose }: { application: Data; onClose: () => void }) {
  const suspend = async (data: FormData) => {
    const reason = textOf(data, 'reason');
    await send(SuspendApplicationDocument, { input: { id, ...(reason && { reason }) } });
    onClose();
  };
  return (
    <Dialog title={`Suspend ${name}`} onClose={onClose}>
      <Form act="Suspend the application" look="danger" onSend={suspend} onCancel={onClose}>
        {(refusal) => (
          <>
            <p>Its API keys stop working immediately, until an owner or administrator reactivates it.</p>
            <Field label="Reason" name="reason" isOptional refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
