import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Area, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Time } from '../parts/time.tsx';
import { CreateProjectDocument, ProjectsDocument } from './documents.generated.ts';
import { Project } from './project.tsx';

/** The projects of the workspace, or the one in the address. */
export default function Projects() {
  const { id } = useRoute().params;
  return id ? <Project key={id} id={id} /> : <All />;
}

function All() {
  const [isMaking, setMaking] = useState(false);
  const address = useAddress();
  const make = (
    <Act needs="projects:write" look="primary" onClick={() => setMaking(true)}>
      Create a project
    </Act>
  );
  return (
    <Screen name="Projects" acts={make}>
      <List
        caption="Projects, newest first"
        document={ProjectsDocument}
        variables={{}}
        connection={({ projects }) => projects}
        columns={[
          { name: 'Name', cell: ({ id, name }) => <a href={address(`projects/${id}`)}>{name}</a> },
          { name: 'Description', isExtra: true, cell: ({ description }) => description },
          { name: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          <Empty icon="projects" title="No project yet">
            <p>
              A project groups connections to providers and the secrets that they use, such as everything of
              one shop.
            </p>
            {make}
            <Snippet
              text={`curl -X POST ${location.origin}/api/console/projects -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"name":"Shop"}'`}
            />
          </Empty>
        }
      />
      {isMaking && <Create onClose={() => setMaking(false)} />}
    </Screen>
  );
}

function Create({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const create = async (data: FormData) => {
    const input = { name: textOf(data, 'name') ?? '', description: textOf(data, 'description') ?? '' };
    const { createProject } = await send(CreateProjectDocument, { input });
    if (createProject) route(address(`projects/${createProject.project.id}`));
  };
  return (
    <Dialog title="Create a project" onClose={onClose}>
      <Form act="Create the project" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" maxLength={80} refusal={refusal} />
            <Area label="Description" name="description" isOptional refusal={refusal} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
