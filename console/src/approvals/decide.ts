import { signal } from '@preact/signals';
import { send } from '../app/write.ts';
import { announce } from '../parts/announce.tsx';
import { Refusal } from '../parts/refusal.ts';
import { DecideDocument, type ApprovalVerdict } from './documents.generated.ts';
import { requests } from './requests.ts';

export interface Decision {
  id: string;
  verdict: ApprovalVerdict;
  /** The digest of what was on screen. */
  subjectDigest: string;
  comment: string;
}

/** The decisions that are on their way, by request. Only the server says that one counts. */
export const sending = signal<ReadonlyMap<string, ApprovalVerdict>>(new Map());
/** The refusals of the last decisions, by request. */
export const refusals = signal<ReadonlyMap<string, { code: string; message: string }>>(new Map());

/** Sends decisions together, and puts what the server answers into the lists. Returns the ids that were refused. */
export async function decide(decisions: readonly Decision[]): Promise<string[]> {
  const ids = decisions.map(({ id }) => id);
  change(sending, (map) => decisions.forEach(({ id, verdict }) => map.set(id, verdict)));
  change(refusals, (map) => ids.forEach((id) => map.delete(id)));
  try {
    const input = {
      decisions: decisions.map(({ id, verdict, subjectDigest, comment }) => ({
        approvalRequestId: id,
        verdict,
        subjectDigest,
        ...(comment !== '' && { comment }),
      })),
    };
    const { decideRequests } = await send(DecideDocument, { input });
    const answers = decideRequests?.answers ?? [];
    requests.value.merge(answers.flatMap(({ approvalRequest }) => approvalRequest ?? []));
    return refuse(answers.flatMap(({ refusal }, at) => (refusal ? [[ids[at] ?? '', refusal] as const] : [])));
  } catch (error) {
    const { code, message } = error instanceof Refusal ? error : new Refusal({});
    return refuse(ids.map((id) => [id, { code, message }] as const));
  } finally {
    change(sending, (map) => ids.forEach((id) => map.delete(id)));
  }
}

function refuse(
  found: readonly (readonly [id: string, refusal: { code: string; message: string }])[],
): string[] {
  change(refusals, (map) => found.forEach(([id, refusal]) => map.set(id, refusal)));
  const [first] = found;
  if (first) announce(first[1].message, { isUrgent: true });
  return found.map(([id]) => id);
}

function change<Value>(
  of: { value: ReadonlyMap<string, Value> },
  by: (map: Map<string, Value>) => void,
): void {
  const map = new Map(of.value);
  by(map);
  of.value = map;
}
