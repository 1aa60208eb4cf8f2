import { signal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { useEffect, useRef } from 'preact/hooks';
import { me } from '../app/me.ts';
import { askToNotify, canNotify, notify } from '../app/notifications.ts';
import { isNotified } from '../app/preferences.ts';
import { Button } from '../parts/button.tsx';
import { requests } from './requests.ts';
import { kindNames } from './words.ts';
import { visible } from '../parts/visible.ts';

/** Whether the person has decided a request since the page was loaded. */
export const hasDecided = signal(false);

/** Tells of each request that becomes the person's to decide while the tab is hidden: its kind and summary. */
export function useNotifications(): void {
  const { route } = useLocation();
  const { value } = requests;
  const yours = value.yours.value;
  const known = useRef<{ of: unknown; ids: ReadonlySet<string> } | null>(null);
  useEffect(() => {
    if (!yours) return;
    const before = known.current;
    known.current = { of: value, ids: yours };
    // What waits already when the workspace is opened is on screen.
    if (before?.of !== value) return;
    for (const id of yours) {
      const row = value.rows.value.get(id);
      if (before.ids.has(id) || !row) continue;
      const onClick = () => route(`/console/${me.value?.workspace?.slug ?? '~'}/approvals/${id}`);
      notify(kindNames[row.kind], { body: visible(row.summary), tag: id, onClick });
    }
  }, [value, yours, route]);
}

/** Offers to tell of new requests, after the first decision. */
export function OfferNotifications() {
  if (!hasDecided.value || isNotified.value !== null || !canNotify()) return null;
  return (
    <div class="waiting-bar">
      <span>Get a notification of each new request for you while this tab is hidden?</span>
      <Button onClick={() => void askToNotify()}>Notify me</Button>
      <Button look="bare" onClick={() => (isNotified.value = false)}>
        No
      </Button>
    </div>
  );
}
