import { useLocation, useRoute } from 'preact-iso/router';
import { LineOfSight, OldScreen } from '../app/line-of-sight.tsx';
import { List } from '../app/list.tsx';
import { Screen, useAddress } from '../app/screen.tsx';
import { Empty } from '../parts/empty.tsx';
import { Snippet } from '../parts/snippet.tsx';
import { Status } from '../parts/status.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Time } from '../parts/time.tsx';
import { ToolCallsDocument, type ApprovalStatus } from './documents.generated.ts';
import { ToolCallHistory } from './history.tsx';
import { ToolCall } from './tool-call.tsx';

const folders = [
  ['waiting', 'Waiting', ['PENDING', 'APPROVED', 'EXECUTING']],
  [
    'decided',
    'Decided',
    ['EXECUTED', 'REJECTED', 'CANCELLED', 'EXPIRED', 'FAILED', 'OUTCOME_UNKNOWN', 'SUPERSEDED'],
  ],
] as const satisfies readonly (readonly [string, string, readonly ApprovalStatus[]])[];

/** The tool calls that agents requested, or the one in the address. */
export default function ToolCalls() {
  const { id } = useRoute().params;
  return id ? <ToolCall key={id} id={id} /> : <All />;
}

function All() {
  const { query } = useLocation();
  const address = useAddress();
  const credentialId = query['agent'];
  const [folder, , status] = folders.find(([name]) => name === query['folder']) ?? folders[0];
  const addressOf = (change: { folder?: string; agent?: string | undefined }) => {
    const next = { folder, agent: credentialId, ...change };
    const search = new URLSearchParams({
      ...(next.folder !== 'waiting' && { folder: next.folder }),
      ...(next.agent && { agent: next.agent }),
    });
    return address(search.size > 0 ? `tool-calls?${search.toString()}` : 'tool-calls');
  };
  return (
    <Screen name="Tool calls" acts={<LineOfSight />}>
      <OldScreen />
      <Tabs
        label="Folders"
        of={folders.map(([name, word]) => ({
          word,
          href: addressOf({ folder: name }),
          isHere: name === folder,
        }))}
      />
      {credentialId && (
        <p class="quiet">
          The calls of one agent. <a href={addressOf({ agent: undefined })}>Show all</a>
        </p>
      )}
      <List
        key={`${folder} ${credentialId}`}
        caption="Tool calls, newest first"
        document={ToolCallsDocument}
        variables={{ status: [...status], ...(credentialId && { credentialId }) }}
        connection={({ mcpToolCalls }) => mcpToolCalls}
        columns={[
          {
            name: 'Tool',
            cell: ({ id, capability }) => (
              <a href={address(`tool-calls/${id}`)}>{capability?.title ?? 'A removed tool'}</a>
            ),
          },
          { name: 'State', cell: ({ status: is }) => <Status of="approvalRequest" is={is} /> },
          { name: 'Agent', cell: ({ agent }) => agent },
          { name: 'Provider', isExtra: true, cell: ({ capability }) => capability?.connector?.name },
          {
            name: 'Account',
            isExtra: true,
            cell: ({ connection }) => connection?.accountId ?? connection?.name,
          },
          { name: 'Requested', isExtra: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            name: folder === 'waiting' ? 'Ends' : 'Ended',
            isExtra: true,
            cell: ({ expiresAt, approvalRequest }) => {
              const at = folder === 'waiting' ? expiresAt : approvalRequest?.endedAt;
              return at && <Time at={at} />;
            },
          },
        ]}
        empty={folder === 'waiting' ? <NoneWaiting /> : <NoneDecided />}
      />
      {folder === 'decided' && <ToolCallHistory />}
    </Screen>
  );
}

function NoneWaiting() {
  return (
    <Empty icon="toolCalls" title="No tool call waits">
      <p>
        An agent requests a tool call for each change of data at a provider. A person who is not accountable
        for the agent decides it here. An agent with a write grant requests one so:
      </p>
      <Snippet
        text={`curl -X POST ${location.origin}/api/gateway/v1/capabilities/<cap_…>/request -H 'Authorization: Bearer <access token of the agent>' -H 'Content-Type: application/json' -d '{"selection":"<selection>","arguments":{},"purpose":"Why"}'`}
      />
    </Empty>
  );
}

function NoneDecided() {
  return (
    <Empty icon="toolCalls" title="No tool call was decided yet">
      <p>Calls that were approved, rejected or canceled, or that expired, appear here.</p>
    </Empty>
  );
}
