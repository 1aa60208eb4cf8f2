import { useLocation } from 'preact-iso/router';
import { Act } from '../app/act.tsx';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { Screen, useAddress } from '../app/screen.tsx';
import { nameOf } from '../parts/actor.ts';
import { Id } from '../parts/copy.tsx';
import { Skeleton } from '../parts/empty.tsx';
import { Facts } from '../parts/facts.tsx';
import { Icon } from '../parts/icon.tsx';
import { Refused } from '../parts/refused.tsx';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { ToolCallDocument, type ToolCallQuery } from './documents.generated.ts';
import { Said } from './said.tsx';

type Data = NonNullable<ToolCallQuery['mcpToolCall']>;

/** One tool call: what exactly the agent requests, of whom, and how it ended. */
export function ToolCall({ id }: { id: string }) {
  const { data, refusal, again } = useRead(ToolCallDocument, { id });
  const address = useAddress();
  const up = { name: 'Tool calls', href: address('tool-calls') };
  const call = data?.mcpToolCall;
  if (!call)
    return (
      <Screen name="Tool call" up={up}>
        {refusal ? <Refused refusal={refusal} again={again} /> : <Skeleton />}
      </Screen>
    );
  const { approvalRequest: request } = call;
  return (
    <Screen
      name={call.capability?.title ?? 'Tool call'}
      up={up}
      above={<Id value={call.id} />}
      acts={<Acts of={call} />}
    >
      {call.status === 'PENDING' && request?.obstacle && <Notice text={request.obstacle} />}
      {call.status === 'PENDING' && may('tool_calls:approve') && request?.decisionRefusal && (
        <Notice text={`You cannot decide this call. ${request.decisionRefusal.message}`} />
      )}
      <Facts
        of={[
          ['State', <Status of="approvalRequest" is={call.status} />],
          ['Agent', <Agent of={call} />],
          ['It works for', call.credential && nameOf(call.credential.holder)],
          ['Provider', call.capability?.connector?.name],
          [
            'Account',
            call.connection && (
              <>
                {call.connection.name}
                {call.connection.accountId && ` (${call.connection.accountId})`}
              </>
            ),
          ],
          ['Address', call.connection && <code>{call.connection.baseUrl}</code>],
          ['Method', call.capability && <code>{call.capability.key}</code>],
          ['Requested', <Time at={call.createdAt} />],
          ['Ends', call.status === 'PENDING' && <Time at={call.expiresAt} />],
          ['Ended', request?.endedAt && <Time at={request.endedAt} />],
          ['Outcome', request?.outcome],
          [
            'Approval request',
            call.status === 'PENDING' && request && <a href={address(`approvals/${request.id}`)}>Open it</a>,
          ],
          ['Error', call.failureCode && <code>{call.failureCode}</code>],
        ]}
      />
      <Said of={call} />
    </Screen>
  );
}

function Agent({ of: { agent, credential, credentialId } }: { of: Data }) {
  const address = useAddress();
  const name = agent ?? credentialId;
  return credential ? <a href={address(`mcp-credentials/${credentialId}`)}>{name}</a> : <>{name}</>;
}

function Acts({ of: { status, approvalRequest: request } }: { of: Data }) {
  const address = useAddress();
  const { route } = useLocation();
  if (status !== 'PENDING')
    return request && <a href={address(`approvals/${request.id}`)}>Its approval request</a>;
  const open = () => {
    if (request) route(address(`approvals/${request.id}`));
  };
  return (
    <Act
      needs="tool_calls:approve"
      obstacle={request?.decisionRefusal?.message}
      look="primary"
      onClick={open}
    >
      Approve or reject
    </Act>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <div class="notice wait" role="note">
      <Icon name="alert" />
      <div>
        <p>{text}</p>
      </div>
    </div>
  );
}
