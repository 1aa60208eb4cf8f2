import { useEffect, useState } from 'preact/hooks';
import { useRead } from '../app/read.ts';
import { Skeleton } from '../parts/empty.tsx';
import { Icon } from '../parts/icon.tsx';
import { Id } from '../parts/copy.tsx';
import { Refused } from '../parts/refused.tsx';
import { nameOf } from '../parts/actor.ts';
import { Status } from '../parts/status.tsx';
import { Time } from '../parts/time.tsx';
import { Decision } from './decision.tsx';
import { RequestDocument } from './documents.generated.ts';
import { Lookers } from './lookers.tsx';
import { usePreviousCommand } from './previous.ts';
import { requests } from './requests.ts';
import type { RequestData } from './stop.ts';
import { Subject } from './subject.tsx';
import { kindNames, verdictNames } from './words.ts';
import { visible } from '../parts/visible.ts';

interface RequestProps {
  id: string;
  /** The address of the list. */
  back: string;
  /** Opens the neighbor in the list. */
  next: () => void;
}

/** One request: what exactly is decided, what has happened, and the decision. */
export function Request({ id, back, next }: RequestProps) {
  const { data, refusal, again } = useRead(RequestDocument, { id });
  const request = data?.approvalRequest;
  const version = requests.value.rows.value.get(id)?.rowVersion;
  // A live message has no part that differs from person to person.
  const isOld = version !== undefined && request !== undefined && version > (request?.rowVersion ?? version);
  useEffect(() => {
    if (isOld) again();
  }, [isOld, version, again]);
  return (
    <section class="request" aria-label="Request">
      <a class="up" href={back}>
        <Icon name="back" /> Approvals
      </a>
      {refusal && <Refused refusal={refusal} again={again} />}
      {request ? <Body key={id} request={request} next={next} /> : !refusal && <Skeleton rows={4} />}
    </section>
  );
}

function Body({ request, next }: { request: RequestData; next: () => void }) {
  const [isShown, setShown] = useState(request.kind !== 'MCP_TOOL_CALL');
  const previous = usePreviousCommand(request);
  const approvals = request.decisions.filter(({ verdict }) => verdict === 'APPROVE').length;
  return (
    <>
      <div class="content">
        <header>
          <p class="quiet small">
            {kindNames[request.kind]} · <Id value={request.id} />
          </p>
          <h1>{visible(request.summary)}</h1>
          <p class="line">
            <Status of="approvalRequest" is={request.status} />
            <span class="quiet">
              asked <Time at={request.createdAt} /> by <b>{nameOf(request.requestedBy)}</b>
              {request.mcpCredentialId && ' through an agent'}
            </span>
            <span class="quiet">
              {approvals} of {request.quorum} approvals
            </span>
            {request.eligibleApproverCount !== null && (
              <span class="quiet">{countOf(request.eligibleApproverCount)} can approve</span>
            )}
          </p>
          <Lookers request={request} />
        </header>
        {request.obstacle && (
          <div class="notice wait">
            <Icon name="alert" />
            <div>
              <p>{request.obstacle}</p>
            </div>
          </div>
        )}
        <h2>What is asked for</h2>
        <Subject request={request} before={previous} onShown={setShown} />
        <p class="seal">
          <Icon name="shield" />
          <span>
            You decide exactly this. Digest <Id value={request.subjectDigest} what="digest" />
          </span>
        </p>
        <History request={request} />
      </div>
      <Decision request={request} isShown={isShown} next={next} />
    </>
  );
}

function History({ request }: { request: RequestData }) {
  const entries = [
    { id: 'asked', at: request.createdAt, who: nameOf(request.requestedBy), what: 'asked', text: null },
    ...request.decisions.map(({ id, createdAt, member, verdict, comment }) => ({
      id,
      at: createdAt,
      who: nameOf(member),
      what: verdictNames[verdict].done,
      text: comment,
    })),
    ...request.comments.map(({ id, createdAt, member, comment }) => ({
      id,
      at: createdAt,
      who: nameOf(member),
      what: 'commented',
      text: comment,
    })),
  ].toSorted((a, b) => (a.at > b.at ? 1 : -1));
  return (
    <>
      <h2>History</h2>
      <ol class="history">
        {entries.map(({ id, at, who, what, text }) => (
          <li key={id}>
            <p>
              <b>{who}</b> {what} <Time at={at} />
            </p>
            {text && <blockquote>{text}</blockquote>}
          </li>
        ))}
        {request.endedAt && request.outcome && (
          <li>
            <p>
              {request.outcome} <Time at={request.endedAt} />
            </p>
          </li>
        )}
      </ol>
    </>
  );
}

function countOf(persons: number): string {
  return persons === 1 ? '1 person' : `${persons} people`;
}
