import { useEffect, useRef, useState } from 'preact/hooks';
import { useKeys } from '../app/keys.ts';
import { send } from '../app/write.ts';
import { Button } from '../parts/button.tsx';
import { Refusal } from '../parts/refusal.ts';
import { decideSoon, refusals, sending } from './decide.ts';
import { delayed, takenBack } from './delayed.ts';
import { AddCommentDocument, type ApprovalVerdict } from './documents.generated.ts';
import { Notice, Stopped } from './stopped.tsx';
import { stopOf, whoCan, type RequestData } from './stop.ts';

const shortest = 10;
const momentMs = 250;

interface DecisionProps {
  request: RequestData;
  /** Whether everything that is decided is on screen. */
  isShown: boolean;
  next: () => void;
}

/** The decision, or in its place why this person cannot make it. */
export function Decision({ request, isShown, next }: DecisionProps) {
  const { id, subjectDigest } = request;
  const field = useRef<HTMLTextAreaElement>(null);
  const [reason, setReason] = useState<string | null>(null);
  // The decision that waits for its comment.
  const [waiting, setWaiting] = useState<ApprovalVerdict | null>(null);
  const stop = stopOf(request);
  const isDelayed = delayed.value.some((decision) => decision.id === id);
  const isSending = sending.value.has(id) || isDelayed;
  const isRead = useMoment(id);
  const isClosed = stop !== null || isSending || !isRead || !isShown;

  const sentence =
    (isDelayed && 'Not sent yet') ||
    (isSending && 'Sending…') ||
    (!isShown && 'You can decide it once all that is decided is on screen.') ||
    whoCan(request);

  const act = (verdict: ApprovalVerdict) => () => {
    if (isClosed) return;
    const comment = field.current?.value.trim() ?? '';
    if (verdict !== 'APPROVE' && comment.length < shortest) {
      setWaiting(verdict);
      field.current?.focus();
      return;
    }
    setReason(null);
    decideSoon({ id, verdict, subjectDigest, comment });
    next();
  };
  const comment = async () => {
    const text = field.current?.value.trim() ?? '';
    if (text === '') return field.current?.focus();
    try {
      await send(AddCommentDocument, { input: { approvalRequestId: id, comment: text } });
      if (field.current) field.current.value = '';
      setReason(null);
      setWaiting(null);
    } catch (error) {
      setReason(error instanceof Refusal ? error.message : 'The comment was not sent.');
    }
  };
  useKeys({
    a: act('APPROVE'),
    r: act('REJECT'),
    d: act('REQUEST_CHANGES'),
    c: () => field.current?.focus(),
  });

  const refusal = refusals.value.get(id);
  if (stop && !refusal) return <Stopped request={request} stop={stop} />;
  return (
    <footer class="decide">
      {refusal && <Notice title="This was not decided" text={refusal.message} />}
      <label class="unseen" htmlFor="decision-comment">
        Comment
      </label>
      <textarea
        id="decision-comment"
        ref={field}
        class="text-input"
        rows={2}
        maxLength={500}
        defaultValue={takenBack.value?.id === id ? takenBack.value.comment : ''}
        placeholder="Comment. Needed to reject or to request changes."
        aria-describedby={reason || waiting ? 'decision-reason' : undefined}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
            void (waiting ? act(waiting)() : comment());
        }}
      />
      {(reason ?? waiting) && (
        <p class={reason ? 'error' : 'quiet'} id="decision-reason" role={reason ? 'alert' : 'status'}>
          {reason ??
            `Say why, in ${shortest} characters or more. Who asked reads it. Ctrl Enter ${waiting === 'REJECT' ? 'rejects the request' : 'requests the changes'}.`}
        </p>
      )}
      <div class="buttons">
        <Button look="primary" hint="a" disabled={isClosed} onClick={act('APPROVE')}>
          Approve
        </Button>
        <Button hint="r" disabled={isClosed} onClick={act('REJECT')}>
          Reject
        </Button>
        <Button hint="d" disabled={isClosed} onClick={act('REQUEST_CHANGES')}>
          Request changes
        </Button>
        <Button look="bare" disabled={isSending} onClick={() => void comment()}>
          Only comment
        </Button>
        <span class="quiet">{sentence}</span>
      </div>
    </footer>
  );
}

/** Whether the request has been on screen for a moment, so that a key meant for the one before does not decide it. */
function useMoment(id: string): boolean {
  const [seen, setSeen] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSeen(id), momentMs);
    return () => clearTimeout(timer);
  }, [id]);
  return seen === id;
}
