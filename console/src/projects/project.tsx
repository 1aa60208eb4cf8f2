import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { may } from '../app/me.ts';
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
  DeleteProjectDocument,
  ProjectDocument,
  UpdateProjectDocument,
  type ProjectQuery,
} from './documents.generated.ts';

type Data = NonNullable<ProjectQuery['project']>;

/** One project, and where its connections are. */
export function Project({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ProjectDocument, { id });
  const address = useAddress();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const up = { name: 'Projects', href: address('projects') };
  const project = data?.project;
  if (!project)
    return (
      <Screen name="Project" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const close = () => setOpen(null);
  const acts = project.status === 'ACTIVE' && (
    <>
      <Act needs="projects:write" onClick={() => setOpen('change')}>
        Change
      </Act>
      <Act needs="projects:write" look="danger" onClick={() => setOpen('delete')}>
        Delete
      </Act>
    </>
  );
  return (
    <Screen name={project.name} up={up} above={<Id value={project.id} />} acts={acts}>
      <Facts
        of={[
          ['State', <Status of="project" is={project.status} />],
          ['Description', project.description || <span class="quiet">None</span>],
          ['Created by', nameOf(project.createdBy)],
          ['Created', <Time at={project.createdAt} />],
          ['Deleted', project.deletedAt && <Time at={project.deletedAt} />],
        ]}
      />
      {may('connections:read') && (
        <p>
          <a href={address(`connections?project=${project.id}`)}>Connections of this project</a>
        </p>
      )}
      {open === 'change' && <Change of={project} onClose={close} />}
      {open === 'delete' && (
        <Confirm
          title={`Delete ${project.name}`}
          act="Delete the project"
          onClose={close}
          onConfirm={async () => void (await send(DeleteProjectDocument, { input: { id } }))}
        >
          <p>A project can be deleted when it has no connections and no credential references.</p>
        </Confirm>
      )}
    </Screen>
  );
}

function Change({ of: { id, name, description, rowVersion }, onClose }: { of: Data; onClose: () => void }) {
  const change = async (data: FormData) => {
    const input = {
      id,
      ifRowVersion: rowVersion,
      name: textOf(data, 'name') ?? '',
      description: textOf(data, 'description') ?? '',
    };
    await send(UpdateProjectDocument, { input });
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
