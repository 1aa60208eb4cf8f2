import { useMemo, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.tsx';
import { Area } from '../parts/field.tsx';
import { Form, textOf } from '../parts/form.tsx';
import { chooseOnly } from './chosen.ts';
import { decide } from './decide.ts';
import type { ApprovalVerdict } from './documents.generated.ts';
import { requests, type Row } from './requests.ts';
import { kindNames } from './words.ts';
import { visible } from '../parts/visible.ts';

const most = 50;

interface BatchProps {
  ids: readonly string[];
  verdict: Extract<ApprovalVerdict, 'APPROVE' | 'REJECT'>;
  onClose: () => void;
}

/** Decides several requests together, each as it is listed here. What fails stays chosen. */
export function Batch({ ids, verdict, onClose }: BatchProps) {
  // As the person sees them: a later change must not slip in.
  const rows = useMemo(() => ids.flatMap((id) => requests.value.rows.value.get(id) ?? []), [ids]);
  const [failed, setFailed] = useState<number | null>(null);
  const able = rows.filter((row) => isWaiting(row) && !isAlone(row, verdict)).slice(0, most);
  const left = rows.length - able.length;
  const word = verdict === 'APPROVE' ? 'Approve' : 'Reject';
  const send = async (data: FormData) => {
    const comment = textOf(data, 'comment') ?? '';
    const refused = await decide(
      able.map(({ id, subjectDigest }) => ({ id, verdict, subjectDigest, comment })),
    );
    chooseOnly(refused);
    if (refused.length === 0) return onClose();
    setFailed(refused.length);
  };
  const groups = Map.groupBy(able, ({ kind }) => kind);
  return (
    <Dialog title={`${word} ${able.length} ${able.length === 1 ? 'request' : 'requests'}`} onClose={onClose}>
      {[...groups].map(([kind, members]) => (
        <section key={kind}>
          <h3>{kindNames[kind]}</h3>
          <ul class="batch">
            {members.map(({ id, summary, subjectDigest }) => (
              <li key={id}>
                {visible(summary)} <code class="quiet">{subjectDigest.slice(0, 8)}…</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {left > 0 && (
        <p class="quiet">
          {left} of the chosen are left out. A tool call is approved alone, with its arguments on screen, and
          so is a deletion of the workspace. A request that has ended cannot be decided. {most} are the most.
        </p>
      )}
      {failed !== null && (
        <p class="error" role="alert">
          {failed} {failed === 1 ? 'was' : 'were'} not decided. They stay chosen, and each says why.
        </p>
      )}
      {failed === null && able.length > 0 && (
        <Form act={word} look={verdict === 'APPROVE' ? 'primary' : 'danger'} onSend={send} onCancel={onClose}>
          {(refusal) => (
            <Area
              label="Comment"
              name="comment"
              isOptional={verdict === 'APPROVE'}
              hint={
                verdict === 'REJECT' ? '10 characters or more. Who made the request reads it.' : undefined
              }
              maxLength={500}
              refusal={refusal}
            />
          )}
        </Form>
      )}
    </Dialog>
  );
}

function isWaiting({ status }: Row): boolean {
  return status === 'PENDING';
}

// The deletion of a workspace is never one of many, and a tool call is approved with its arguments on screen.
function isAlone({ kind }: Row, verdict: ApprovalVerdict): boolean {
  return kind === 'WORKSPACE_DELETE' || (kind === 'MCP_TOOL_CALL' && verdict === 'APPROVE');
}
