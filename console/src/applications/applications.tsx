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
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Application } from './application.tsx';
import { ApplicationsDocument, CreateApplicationDocument } from './documents.generated.ts';

/** The applications of the workspace, or the one in the address. */
export default function Applications() {
  const { id } = useRoute().params;
  return id ? <Application key={id} id={id} /> : <All />;
}

function All() {
  const [isMaking, setMaking] = useState(false);
  const address = useAddress();
  const make = (
    <Act needs="applications:write" look="primary" onClick={() => setMaking(true)}>
      Create an application
    </Act>
  );
  return (
    <Screen name="Applications" acts={make}>
      <List
        caption="Applications, newest first"
        document={ApplicationsDocument}
        variables={{}}
        connection={({ applications }) => applications}
        columns={[
          { name: 'Name', cell: ({ id, name }) => <a href={address(`applications/${id}`)}>{name}</a> },
          { name: 'State', cell: ({ status }) => <Status of="application" is={status} /> },
          {
            name: 'Production access',
            isExtra: true,
            cell: ({ productionAccess }) =>
              productionAccess ? (
                <Status of="productionAccess" is={productionAccess.status} />
              ) : (
                <span class="quiet">Not requested</span>
              ),
          },
          { name: 'Created', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          <Empty icon="applications" title="No application yet">
            <p>An application is a program that calls APIs. It holds API keys, for the sandbox first.</p>
            {make}
            <Snippet
              text={`curl -X POST ${location.origin}/api/console/applications -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"name":"Checkout"}'`}
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
    const { createApplication } = await send(CreateApplicationDocument, { input });
    if (createApplication) route(address(`applications/${createApplication.application.id}`));
  };
  return (
    <Dialog title="Create an application" onClose={onClose}>
      <Form act="Create the application" onSend={create} onCancel={onClose}>
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
