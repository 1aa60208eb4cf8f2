import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from './client.ts';
import { EventOccurredDocument } from './documents.generated.ts';
import { may } from './me.ts';
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
  const isAllowed = may('events:read');
  const isLive = line.value.is === 'live';
  // What happened before the line was there.
  useEffect(() => {
    if (isLive) changed();
  }, [isLive]);
  useEffect(() => {
    if (!isAllowed) return () => {};
    const subscription = value.urql.subscription(EventOccurredDocument, {}).subscribe(changed);
    return () => subscription.unsubscribe();
  }, [value, isAllowed]);
  return null;
}
