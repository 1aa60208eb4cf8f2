import { useState } from 'preact/hooks';
import { List } from '../app/list.tsx';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Time } from '../parts/time.tsx';
import {
  McpConsentsDocument,
  RevokeMcpConsentDocument,
  type McpConsentsQuery,
} from './documents.generated.ts';

type Consent = NonNullable<McpConsentsQuery['mcpConsents']>['edges'][number]['node'];

const words: Readonly<Record<string, string>> = { 'mcp:read': 'read', 'mcp:request': 'request tool calls' };

/** The reader's consents: programs that act with one of their credentials. */
export function Consents() {
  const [ending, setEnding] = useState<Consent | null>(null);
  return (
    <>
      <List
        caption="Your consents, newest first"
        document={McpConsentsDocument}
        variables={{}}
        connection={({ mcpConsents }) => mcpConsents}
        filter={({ status }) => status === 'ACTIVE'}
        columns={[
          {
            name: 'Client',
            cell: ({ client, clientName }) => (
              <>
                <b>{clientName}</b> <code class="quiet">{client}</code>
              </>
            ),
          },
          { name: 'Credential', isExtra: true, cell: ({ credentialName }) => credentialName },
          { name: 'Workspace', isExtra: true, cell: ({ workspaceName }) => workspaceName },
          {
            name: 'It may',
            isExtra: true,
            cell: ({ scopes }) => scopes.map((scope) => words[scope] ?? scope).join(' and '),
          },
          {
            name: 'Last token',
            isExtra: true,
            cell: ({ lastUsedAt }) =>
              lastUsedAt ? <Time at={lastUsedAt} /> : <span class="quiet">Never</span>,
          },
          {
            name: 'Actions',
            cell: (consent) => (
              <Button look="danger" label={`Revoke ${consent.clientName}`} onClick={() => setEnding(consent)}>
                Revoke
              </Button>
            ),
          },
        ]}
        empty={
          <Empty icon="shield" title="No consent of yours">
            <p>
              You consent when you connect a program, such as Claude Code, to one of your MCP credentials. The
              program then acts with it until you revoke the consent here. Connect one so:
            </p>
            <Snippet text={`claude mcp add --transport http sallyport ${location.origin}/mcp`} />
          </Empty>
        }
      />
      {ending && (
        <Confirm
          title={`Revoke the consent for ${ending.clientName}`}
          act="Revoke the consent"
          onClose={() => setEnding(null)}
          onConfirm={async () => void (await send(RevokeMcpConsentDocument, { input: { id: ending.id } }))}
        >
          <p>The program stops immediately. It can connect again only if you consent again.</p>
        </Confirm>
      )}
    </>
  );
}
