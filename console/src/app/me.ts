import { effect, signal } from '@preact/signals';
import { isOver, session } from '../session/session.ts';
import { client } from './client.ts';
import { CountersDocument, MeDocument, type MeQuery } from '../session/documents.generated.ts';

export type Me = NonNullable<MeQuery['me']>;

/** The caller in the workspace on screen. */
export const me = signal<Me | null>(null);

effect(() => {
  if (session.value.is === 'out') me.value = null;
});

export function may(permission: string): boolean {
  return me.value?.permissions.includes(permission) ?? false;
}

/** Reads who the caller is again, after a membership has changed. */
export async function readMe(): Promise<void> {
  await client.value.urql.query(MeDocument, {}, { requestPolicy: 'network-only' }).toPromise();
}

/** Whether live messages can come: the role reads them, and the session goes on. */
export function mayFollow(permission: string): boolean {
  return may(permission) && !isOver.value;
}

const pauseMs = 300;
let isDue = false;

/** Reads the counters again, at most every 300 ms. */
export function readCounters(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    void client.value.urql.query(CountersDocument, {}, { requestPolicy: 'network-only' }).toPromise();
  }, pauseMs);
}
