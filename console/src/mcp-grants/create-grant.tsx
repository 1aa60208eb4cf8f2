import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { send } from '../app/write.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Choice, Field } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { Refusal } from '../parts/refusal.ts';
import { CreateMcpGrantDocument, GrantChoicesDocument, ServedToolsDocument } from './documents.generated.ts';
import { LimitFields } from './limit-fields.tsx';
import { limitsIn, pointersIn, type Bound } from './limits.ts';

interface CreateGrantProps {
  credentialId?: string | undefined;
  onClose: () => void;
}

/** Grants an agent one tool of a published server. */
export function CreateGrant({ credentialId, onClose }: CreateGrantProps) {
  const { route } = useLocation();
  const address = useAddress();
  const { data } = useRead(GrantChoicesDocument, {});
  const [agentId, setAgentId] = useState(credentialId);
  const [serverId, setServerId] = useState<string>();
  const [toolId, setToolId] = useState<string>();
  const [bounds, setBounds] = useState<readonly Bound[]>([]);
  const agents = nodesOf(data?.mcpCredentials).filter(({ status }) => status === 'ACTIVE');
  const servers = nodesOf(data?.mcpServers).filter(({ publishedVersion }) => publishedVersion);
  const server = servers.find(({ id }) => id === serverId) ?? servers[0];
  const served = useRead(ServedToolsDocument, { id: server?.id ?? '' }, { isPaused: !server });
  const version = served.data?.mcpServer?.publishedVersion;
  const tools = version?.tools.filter(({ hasDrifted }) => !hasDrifted) ?? [];
  const tool = tools.find(({ id }) => id === toolId) ?? tools[0];
  const agent = agents.find(({ id }) => id === agentId) ?? agents[0];
  const create = async (form: FormData) => {
    if (!agent || !version || !tool?.capability || !tool.connection) throw nothingChosen();
    const expiresOn = textOf(form, 'expiresOn');
    const rowLimit = textOf(form, 'rowLimit');
    const input = {
      credentialId: agent.id,
      versionId: version.id,
      capabilityId: tool.capability.id,
      connectionId: tool.connection.id,
      mode: tool.mode,
      argumentLimits: limitsIn(form, bounds.length),
      ...(expiresOn && { expiresOn }),
      ...(rowLimit && { rowLimit: Number(rowLimit) }),
    };
    const { createMcpGrant } = await send(CreateMcpGrantDocument, { input });
    if (createMcpGrant) route(address(`mcp-grants/${createMcpGrant.mcpGrant.id}`));
  };
  return (
    <Dialog title="Create a grant" onClose={onClose}>
      <Form act="Create the grant" onSend={create} onCancel={onClose}>
        {(refusal) => (
          <>
            <Choice
              label="Agent"
              name="credentialId"
              options={agents.map(({ id, name }) => [id, name] as const)}
              value={agent?.id ?? ''}
              onChange={setAgentId}
              refusal={refusal}
            />
            <Choice
              label="MCP server"
              name="versionId"
              hint="Only servers with a published version."
              options={servers.map(({ id, name }) => [id, name] as const)}
              value={server?.id ?? ''}
              onChange={setServerId}
              refusal={refusal}
            />
            <Choice
              label="Tool"
              name="capabilityId"
              hint={
                tool?.mode === 'write' ? 'It changes data: a person approves each call.' : 'It only reads.'
              }
              options={tools.map(
                ({ id, capability, connection }) =>
                  [id, `${capability?.title}, ${connection?.name}`] as const,
              )}
              value={tool?.id ?? ''}
              onChange={setToolId}
              refusal={refusal}
            />
            <LimitFields
              bounds={bounds}
              onChange={setBounds}
              pointers={pointersIn(tool?.capability?.inputSchema)}
              refusal={refusal}
            />
            {tool?.mode === 'read' && (
              <Field
                label="Most rows of a read"
                name="rowLimit"
                type="number"
                min={1}
                max={1000}
                isOptional
                refusal={refusal}
              />
            )}
            <Field
              label="Last day"
              name="expiresOn"
              type="date"
              hint="At most 90 days from today, by default 90."
              isOptional
              refusal={refusal}
            />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function nodesOf<Node>(connection: { edges: readonly { node: Node }[] } | null | undefined): Node[] {
  return connection?.edges.map(({ node }) => node) ?? [];
}

function nothingChosen(): Refusal {
  const message =
    'A grant needs an active credential and a tool of a published MCP server. Create them first.';
  return new Refusal({ code: 'validation_failed', message });
}
