import { signal } from '@preact/signals';

const polite = signal('');
const urgent = signal('');

/** Tells screen readers a sentence. `isUrgent` interrupts: only for refusals. */
export function announce(sentence: string, { isUrgent = false } = {}): void {
  const region = isUrgent ? urgent : polite;
  // The same sentence twice would be read once.
  region.value = region.value === sentence ? `${sentence}\u00A0` : sentence;
}

export function Announcements() {
  return (
    <>
      <output class="unseen" aria-live="polite">
        {polite}
      </output>
      <div class="unseen" role="alert" aria-live="assertive">
        {urgent}
      </div>
    </>
  );
}
