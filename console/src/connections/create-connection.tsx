import { useMemo, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { randomId, send } from '../app/write.ts';
import { wordsOf } from '../parts/actor.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { Form } from '../parts/form.tsx';
import { AddressField } from './address-field.tsx';
import {
  ConnectionCredentialsDocument,
  ConnectionProjectsDocument,
  ConnectorChoicesDocument,
  CreateConnectionDocument,
} from './documents.generated.ts';
import { Further } from './further.tsx';
import { inputOf } from './input-of.ts';
import { TestChoice } from './test-choice.tsx';

interface CreateConnectionProps {
  connectorId?: string | undefined;
  projectId?: string | undefined;
  onClose: () => void;
}

/** Links a project to an account at a provider. */
export function CreateConnection({ connectorId, projectId, onClose }: CreateConnectionProps) {
  const { route } = useLocation();
  const address = useAddress();
  const connectors = useRead(ConnectorChoicesDocument, {});
  const projects = useRead(ConnectionProjectsDocument, {});
  const [chosen, choose] = useState({ connectorId, projectId });
  // From when the form opened: a second click creates no second connection.
  const idempotencyKey = useMemo(randomId, []);
  const allConnectors = (connectors.data?.connectors?.edges ?? []).map(({ node }) => node);
  const allProjects = (projects.data?.projects?.edges ?? []).map(({ node }) => node);
  const connector = allConnectors.find(({ id }) => id === chosen.connectorId) ?? allConnectors[0];
  const project = allProjects.find(({ id }) => id === chosen.projectId) ?? allProjects[0];
  const create = async (data: FormData) => {
    const input = inputOf(data);
    const { createConnection } = await send(CreateConnectionDocument, { input }, { idempotencyKey });
    if (createConnection) route(address(`connections/${createConnection.connection.id}`));
  };
  return (
    <Dialog title="Create a connection" onClose={onClose}>
      {!connectors.data || !projects.data ? (
        <Skeleton />
      ) : !connector || !project ? (
        <p>
          A connection needs {connector ? 'a project' : 'a connector, which describes the provider'}.{' '}
          <a href={address(connector ? 'projects' : 'connectors')}>
            {connector ? 'Create a project' : 'Add a connector'}
          </a>
        </p>
      ) : (
        <Form act="Create the connection" onSend={create} onCancel={onClose}>
          {(refusal) => (
            <>
              <Choice
                label="Connector"
                name="connectorId"
                options={allConnectors.map(({ id, name }) => [id, name] as const)}
                value={connector.id}
                onChange={(id) => choose({ ...chosen, connectorId: id })}
                refusal={refusal}
              />
              <Choice
                label="Project"
                name="projectId"
                options={allProjects.map(({ id, name }) => [id, name] as const)}
                value={project.id}
                onChange={(id) => choose({ ...chosen, projectId: id })}
                refusal={refusal}
              />
              <Field
                label="Name"
                name="name"
                hint="Unique in the project, such as Our GitHub."
                maxLength={80}
                refusal={refusal}
              />
              <CredentialChoice key={project.id} projectId={project.id} refusal={refusal} />
              <AddressField key={`address ${connector.id}`} of={connector} refusal={refusal} />
              <TestChoice key={`test ${connector.id}`} connectorId={connector.id} refusal={refusal} />
              <Further key={`further ${connector.id}`} of={connector} refusal={refusal} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}

type Shown = Parameters<typeof AddressField>[0]['refusal'];

function CredentialChoice({ projectId, refusal }: { projectId: string; refusal: Shown }) {
  const { data } = useRead(ConnectionCredentialsDocument, { projectId });
  const references = (data?.credentialReferences?.edges ?? []).map(({ node }) => node);
  return (
    <Choice
      label="Credential reference"
      name="credentialReferenceId"
      hint="A secret or an OAuth client of this project in the vault. Store it there first."
      options={[
        ['', 'None: the provider needs no credential'],
        ...references
          .filter(({ kind }) => kind !== 'OAUTH2_TOKENS')
          .map(
            ({ id, provider, kind, fingerprint }) =>
              [id, `${provider}, ${wordsOf(kind)}, ${fingerprint}`] as const,
          ),
      ]}
      isOptional
      refusal={refusal}
    />
  );
}
