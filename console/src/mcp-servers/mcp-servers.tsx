import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Empty } from '../parts/empty.tsx';
import { Area, Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import {
  CreateMcpServerDocument,
  McpServersDocument,
  ProjectChoicesDocument,
} from './documents.generated.ts';
import { EditTools } from './edit-tools.tsx';
import { McpServer } from './mcp-server.tsx';

/** The MCP servers of the workspace, or the one in the address. */
export default function McpServers() {
  const { id, tab } = useRoute().params;
  if (id && tab === 'tools') return <EditTools key={`${id} tools`} id={id} />;
  return id ? <McpServer key={id} id={id} /> : <All />;
}

function All() {
  const [isMaking, setMaking] = useState(false);
  const address = useAddress();
  const make = (
    <Act needs="mcp_servers:write" look="primary" onClick={() => setMaking(true)}>
      Create an MCP server
    </Act>
  );
  return (
    <Screen name="MCP servers" acts={make}>
      <List
        caption="MCP servers, newest first"
        document={McpServersDocument}
        variables={{}}
        connection={({ mcpServers }) => mcpServers}
        columns={[
          { name: 'Name', cell: ({ id, name }) => <a href={address(`mcp-servers/${id}`)}>{name}</a> },
          {
            name: 'In service',
            cell: ({ publishedVersion, quarantinedVersion }) => (
              <VersionState of={publishedVersion ?? quarantinedVersion} />
            ),
          },
          {
            name: 'Next version',
            isExtra: true,
            cell: ({ openVersion }) => <VersionState of={openVersion} />,
          },
          { name: 'Project', isExtra: true, cell: ({ project }) => project?.name },
          { name: 'Created', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
        ]}
        empty={
          <Empty icon="mcp" title="No MCP server yet">
            <p>
              An MCP server offers agents tools over the connections of a project. A different person reviews
              each version, and agents find only the tools that are granted to them.
            </p>
            {make}
            <Snippet
              text={`curl -X POST ${location.origin}/api/console/mcp/servers -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"projectId":"<prj_…>","name":"Weather for agents"}'`}
            />
          </Empty>
        }
      />
      {isMaking && <Create onClose={() => setMaking(false)} />}
    </Screen>
  );
}

type Version = { number: number; status: Parameters<typeof Status<'mcpServerVersion'>>[0]['is'] };

function VersionState({ of }: { of: Version | null }) {
  if (!of) return <span class="quiet">None</span>;
  return (
    <span class="beside">
      {of.number} <Status of="mcpServerVersion" is={of.status} />
    </span>
  );
}

function Create({ onClose }: { onClose: () => void }) {
  const { route } = useLocation();
  const address = useAddress();
  const { data } = useRead(ProjectChoicesDocument, {});
  const projects = data?.projects?.edges.map(({ node }) => [node.id, node.name] as const) ?? [];
  const create = async (form: FormData) => {
    const input = {
      name: textOf(form, 'name') ?? '',
      description: textOf(form, 'description') ?? '',
      projectId: textOf(form, 'projectId') ?? '',
    };
    const { createMcpServer } = await send(CreateMcpServerDocument, { input });
    if (createMcpServer) route(address(`mcp-servers/${createMcpServer.mcpServer.id}/tools`));
  };
  return (
    <Dialog title="Create an MCP server" onClose={onClose}>
      <Form act="Create the MCP server" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <Field label="Name" name="name" maxLength={80} refusal={refusal} />
            <Choice
              label="Project"
              name="projectId"
              hint="Its tools use the connections of this project."
              options={projects}
              refusal={refusal}
            />
            <Area
              label="Description"
              name="description"
              hint="For people. Agents do not see it."
              isOptional
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}
