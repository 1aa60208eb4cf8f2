import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { CreateGrant } from './create-grant.tsx';
import { McpGrantsDocument } from './documents.generated.ts';
import { Grant } from './grant.tsx';
import { MoveGrants } from './move-grants.tsx';

/** The grants of agents, or the one in the address. */
export default function McpGrants() {
  const { id } = useRoute().params;
  return id ? <Grant key={id} id={id} /> : <All />;
}

function All() {
  const { query } = useLocation();
  const address = useAddress();
  const [open, setOpen] = useState<'create' | 'move' | null>(null);
  const { agent, version } = query;
  const make = (
    <Act needs="mcp_grants:write" look="primary" onClick={() => setOpen('create')}>
      Create a grant
    </Act>
  );
  return (
    <Screen
      name="Grants"
      acts={
        <>
          {make}
          <Act needs="mcp_grants:write" onClick={() => setOpen('move')}>
            Move grants
          </Act>
        </>
      }
    >
      {(agent ?? version) && (
        <p class="quiet">
          The grants of one {agent ? 'agent' : 'version'}. <a href={address('mcp-grants')}>Show all</a>
        </p>
      )}
      <List
        key={`${agent} ${version}`}
        caption="Grants, newest first"
        document={McpGrantsDocument}
        variables={{ ...(agent && { credentialId: agent }), ...(version && { versionId: version }) }}
        connection={({ mcpGrants }) => mcpGrants}
        columns={[
          {
            name: 'Tool',
            cell: ({ id, capability }) => (
              <a href={address(`mcp-grants/${id}`)}>{capability?.title ?? 'A removed tool'}</a>
            ),
          },
          { name: 'Agent', cell: ({ credential }) => credential?.name },
          { name: 'State', cell: ({ obstacle }) => <Status of="mcpGrant" is={obstacle ?? 'ACTIVE'} /> },
          { name: 'Mode', isExtra: true, cell: ({ mode }) => <Status of="mode" is={mode} /> },
          { name: 'Connection', isExtra: true, cell: ({ connection }) => connection?.name },
          { name: 'Version', isExtra: true, isNumber: true, cell: ({ version: of }) => of?.number },
          { name: 'Limits', isExtra: true, isNumber: true, cell: (grant) => grant.argumentLimits.length },
          { name: 'Last day', isExtra: true, cell: ({ expiresOn }) => expiresOn },
        ]}
        empty={
          <Empty icon="grants" title="No grant yet">
            <p>
              A grant lets an agent find one tool of a published MCP server, within limits, until a day. It
              then reads with the tool, or requests each write from a person.
            </p>
            {make}
            <Snippet
              text={`curl -X POST ${location.origin}/api/console/mcp/grants -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"credentialId":"<mcpc_…>","versionId":"<mcpv_…>","capabilityId":"<cap_…>","connectionId":"<conn_…>","mode":"read"}'`}
            />
          </Empty>
        }
      />
      {open === 'create' && <CreateGrant credentialId={agent} onClose={() => setOpen(null)} />}
      {open === 'move' && <MoveGrants onClose={() => setOpen(null)} />}
    </Screen>
  );
}
