import { useEffect } from 'preact/hooks';
import { may } from '../app/me.ts';
import { useRead } from '../app/read.ts';
import { useAddress } from '../app/screen.tsx';
import { Arguments } from '../parts/arguments.tsx';
import { lastApproved } from '../parts/last-approved.ts';
import { Quotation } from '../parts/quotation.tsx';
import { Tools } from '../parts/tools.tsx';
import { Refused } from '../parts/refused.tsx';
import { Command } from './command.tsx';
import { ApprovedCallsOfDocument, AskedCallDocument, ReviewedServerDocument } from './documents.generated.ts';
import type { RequestData } from './stop.ts';
import { Tested } from './tested.tsx';

interface SubjectProps {
  request: RequestData;
  /** What was decided before, to mark what differs. */
  before: unknown;
  /** Told whether everything that is decided is on screen, as the server has it. */
  onShown: (isShown: boolean) => void;
}

/** What exactly is decided, with what the command only names: the tools of a version, the arguments of a call. */
export function Subject({ request, before, onShown }: SubjectProps) {
  const address = useAddress();
  if (request.kind === 'MCP_SERVER' && may('mcp_servers:read')) return <Review request={request} />;
  if (request.kind === 'PRODUCTION_ACCESS')
    return (
      <>
        <Command
          command={request.command}
          before={before}
          shown={{
            applicationId: (
              <a href={address(`applications/${request.subject.id}`)}>
                <code>{request.subject.id}</code>
              </a>
            ),
          }}
        />
        <Tested request={request} />
      </>
    );
  if (request.kind === 'API_PRODUCT_ACTIVATION')
    return (
      <>
        <Command command={request.command} before={before} />
        <p>
          <a href={address(`products/${request.subject.id}?show=changes`)}>What the version changes</a>
        </p>
      </>
    );
  const isCall = request.kind === 'MCP_TOOL_CALL' && may('tool_calls:read');
  if (!isCall) return <Command command={request.command} before={before} />;
  return (
    <>
      <Command command={factsOf(request.command)} />
      <Call request={request} onShown={onShown} />
    </>
  );
}

/** The command of a tool call in the order in which people read it. Its arguments follow in full. */
function factsOf(command: unknown): Record<string, unknown> {
  const { agent, provider, connection, accountId, key, title } = command as Record<string, unknown>;
  return { agent, provider, connection, account: accountId, tool: title, method: key };
}

/** The version in review, compared with the published one. A decided review shows its command alone. */
function Review({ request: { command, status, subject } }: Pick<SubjectProps, 'request'>) {
  const { data, refusal, isWaiting } = useRead(
    ReviewedServerDocument,
    { id: subject.id },
    { isPaused: status !== 'PENDING' },
  );
  // An older answer may show other tools than the command has.
  const isFresh = !isWaiting && !refusal;
  const { openVersion = null, publishedVersion = null } = data?.mcpServer ?? {};
  const { version: number } = command as { version?: unknown };
  const version = status === 'PENDING' && openVersion?.number === number ? openVersion : null;
  const isShown = version !== null && isFresh;
  return (
    <>
      <Command command={command} without={isShown ? ['tools'] : []} />
      {isShown && (
        <>
          <h2>
            Tools of version {version.number}
            {publishedVersion && `, compared with version ${publishedVersion.number}, which is published`}
          </h2>
          <Tools
            of={version.tools}
            before={publishedVersion?.tools}
            caption={`Tools of version ${version.number}`}
          />
        </>
      )}
    </>
  );
}

type CallProps = Pick<SubjectProps, 'request' | 'onShown'>;

function Call({ request: { command, subject, mcpCredentialId }, onShown }: CallProps) {
  const isAllowed = may('tool_calls:approve');
  const { data, refusal, isWaiting, again } = useRead(AskedCallDocument, { id: subject.id });
  const isShown = Boolean(data?.mcpToolCall) && !refusal && !isWaiting;
  // The command has only a digest of the arguments.
  useEffect(() => {
    onShown(isShown);
    return () => onShown(true);
  }, [isShown, onShown]);
  const approved = useRead(
    ApprovedCallsOfDocument,
    { credentialId: mcpCredentialId ?? '' },
    { isPaused: !isAllowed || mcpCredentialId === null },
  );
  const call = data?.mcpToolCall;
  // What is decided must be on screen, also when the call cannot be read.
  if (!call)
    return (
      <>
        <Command command={command} />
        {refusal && <Refused refusal={refusal} again={again} />}
      </>
    );
  return (
    <>
      {call.purpose && <Quotation label="What the agent says" text={call.purpose} />}
      <h2>Arguments</h2>
      <Arguments
        value={call.arguments}
        digest={call.argumentsDigest}
        last={lastApproved(call, approved.data?.mcpToolCalls)}
        isAllowed={isAllowed}
      />
    </>
  );
}
