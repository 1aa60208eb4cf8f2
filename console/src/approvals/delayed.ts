import { effect, signal } from '@preact/signals';
import { client } from '../app/client.ts';
import { announce } from '../parts/announce.tsx';
import type { ApprovalVerdict } from './documents.generated.ts';

export interface Decision {
  id: string;
  verdict: ApprovalVerdict;
  /** The digest of what was on screen. */
  subjectDigest: string;
  comment: string;
}

export const delaySeconds = 5;

interface Delayed extends Decision {
  timer: ReturnType<typeof setTimeout>;
}

/** The decisions that are not sent yet, oldest first. */
export const delayed = signal<readonly Delayed[]>([]);
/** The decision that was taken back last, with its comment. */
export const takenBack = signal<Decision | null>(null);

// They belong to one workspace and session: no other may send them.
effect(() => {
  void client.value;
  const left = delayed.peek();
  if (left.length === 0) return;
  left.forEach(({ timer }) => clearTimeout(timer));
  delayed.value = [];
  announce(`${left.length === 1 ? 'A decision was' : `${left.length} decisions were`} not sent.`, {
    isUrgent: true,
  });
});

// The browser asks before it closes a tab with decisions that would be lost.
addEventListener('beforeunload', (event) => {
  if (delayed.value.length > 0) event.preventDefault();
});

/** Sends the decision after the delay, unless it is taken back. */
export function delay(decision: Decision, sendNow: (decision: Decision) => void): void {
  const timer = setTimeout(() => {
    remove(decision.id);
    sendNow(decision);
  }, delaySeconds * 1000);
  delayed.value = [...delayed.value, { ...decision, timer }];
}

/** Takes back the last decision that is not sent yet, and returns its request's id. */
export function takeBack(): string | null {
  const last = delayed.value.at(-1);
  if (!last) return null;
  clearTimeout(last.timer);
  remove(last.id);
  takenBack.value = last;
  announce('The decision was taken back.');
  return last.id;
}

function remove(id: string): void {
  delayed.value = delayed.value.filter((decision) => decision.id !== id);
}
