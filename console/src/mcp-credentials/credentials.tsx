import { useState } from 'preact/hooks';
import { Act } from '../app/act.tsx';
import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { CreateCredential } from './create-credential.tsx';
import { McpCredentialsDocument } from './documents.generated.ts';
import { proofOf, stateOf } from './credential-data.ts';

export function CreateButton() {
  const [isMaking, setMaking] = useState(false);
  return (
    <>
      <Act needs="mcp_credentials:write" look="primary" onClick={() => setMaking(true)}>
        Create a credential
      </Act>
      {isMaking && <CreateCredential onClose={() => setMaking(false)} />}
    </>
  );
}

/** The credentials of agents. */
export function Credentials() {
  const address = useAddress();
  return (
    <List
      caption="MCP credentials, newest first"
      document={McpCredentialsDocument}
      variables={{}}
      connection={({ mcpCredentials }) => mcpCredentials}
      columns={[
        { name: 'Name', cell: ({ id, name }) => <a href={address(`mcp-credentials/${id}`)}>{name}</a> },
        { name: 'State', cell: (credential) => <Status of="mcpCredential" is={stateOf(credential)} /> },
        { name: 'Works for', isExtra: true, cell: ({ holder }) => nameOf(holder) },
        { name: 'Proof', isExtra: true, cell: (credential) => <code>{proofOf(credential)}</code> },
        { name: 'Last day', isExtra: true, cell: ({ expiresOn }) => expiresOn },
        {
          name: 'Last token',
          isExtra: true,
          cell: ({ lastUsedAt }) =>
            lastUsedAt ? <Time at={lastUsedAt} /> : <span class="quiet">Never</span>,
        },
      ]}
      empty={
        <Empty icon="agents" title="No MCP credential yet">
          <p>
            An agent gets access tokens with an MCP credential. It opens nothing alone: grants decide which
            tools the agent finds.
          </p>
          <CreateButton />
          <Snippet
            text={`curl -X POST ${location.origin}/api/console/mcp/credentials -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"name":"Weather agent"}'`}
          />
        </Empty>
      }
    />
  );
}
