import { List } from '../app/list.tsx';
import { useAddress } from '../app/screen.tsx';
import { Id } from '../parts/copy.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Time } from '../parts/time.tsx';
import { McpClientsDocument } from './documents.generated.ts';
import { RegisterButton } from './register.tsx';

/** The programs that members registered. */
export function Clients() {
  const address = useAddress();
  return (
    <List
      caption="MCP clients, newest first"
      document={McpClientsDocument}
      variables={{}}
      connection={({ mcpClients }) => mcpClients}
      columns={[
        { name: 'Name', cell: ({ id, name }) => <a href={address(`mcp-credentials/${id}`)}>{name}</a> },
        { name: 'Client id', cell: ({ id }) => <Id value={id} what="client id" /> },
        {
          name: 'Redirects to',
          isExtra: true,
          cell: ({ redirectUris: [first, ...others] }) => (
            <>
              <code>{first}</code>
              {others.length > 0 && ` and ${others.length} more`}
            </>
          ),
        },
        { name: 'Key', isExtra: true, cell: ({ algorithm }) => algorithm ?? 'None' },
        { name: 'Registered', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
      ]}
      empty={
        <Empty icon="connectors" title="No MCP client yet">
          <p>
            An MCP client is a program, such as Claude Code, that people connect to their MCP credentials. It
            may do nothing until a person consents. Some programs describe themselves and need no
            registration.
          </p>
          <RegisterButton />
          <Snippet
            text={`curl -X POST ${location.origin}/api/console/mcp/clients -H 'Authorization: Bearer <accessToken>' -H 'Content-Type: application/json' -d '{"name":"Example app","redirectUris":["com.example.app:/callback"]}'`}
          />
        </Empty>
      }
    />
  );
}
