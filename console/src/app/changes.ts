import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from './client.ts';
import { EventOccurredDocument } from './documents.generated.ts';
import { mayFollow } from './me.ts';
import { line } from './socket.ts';

/** Rises when something in the workspace has changed; what is on screen is then read again. */
export const changes = signal(0);

const pauseMs = 300;
let isDue = false;

/** Reads what is on screen again, at most every 300 ms. */
export function changed(): void {
  if (isDue) return;
  isDue = true;
  setTimeout(() => {
    isDue = false;
    changes.value += 1;
  }, pauseMs);
}

/** Follows the events of the workspace on screen, so that each screen is live. */
export function EventLine() {
  const { value } = client;
  const isAllowed = mayFollow('events:read');
  const { is } = line.value;
  // What happened before the line was there, or why it broke: the person may have lost the workspace.
  useEffect(() => {
    if (is !== 'idle') changed();
  }, [is]);
  useEffect(() => {
    if (!isAllowed) return () => {};
    const subscription = value.urql.subscription(EventOccurredDocument, {}).subscribe(changed);
    return () => subscription.unsubscribe();
  }, [value, isAllowed]);
  return null;
}
