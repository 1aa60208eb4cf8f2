import { signal } from '@preact/signals';
import { hasDelay } from '../app/preferences.ts';
import { send } from '../app/write.ts';
import { announce } from '../parts/announce.tsx';
import { Refusal } from '../parts/refusal.ts';
import { DecideDocument, type ApprovalVerdict } from './documents.generated.ts';
import { delay, type Decision } from './delayed.ts';
import { hasDecided } from './notify.tsx';
import { requests } from './requests.ts';

/** The decisions that are on their way, by request. Only the server says that one counts. */
export const sending = signal<ReadonlyMap<string, ApprovalVerdict>>(new Map());
/** The refusals of the last decisions, by request. */
export const refusals = signal<ReadonlyMap<string, { code: string; message: string }>>(new Map());

/** Sends a decision, after a delay if the person chose one. */
export function decideSoon(decision: Decision): void {
  if (hasDelay.value) delay(decision, (late) => void decide([late]));
  else void decide([decision]);
}

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
    hasDecided.value = true;
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
