import { signal } from '@preact/signals';

const polite = signal('');
const urgent = signal('');

let end: ReturnType<typeof setTimeout> | undefined;

/** How long an urgent sentence stays on screen. */
const toastMs = 10_000;

/** Tells screen readers a sentence. `isUrgent` interrupts and is seen: only for refusals. */
export function announce(sentence: string, { isUrgent = false } = {}): void {
  const region = isUrgent ? urgent : polite;
  // The same sentence twice would be read once.
  if (isUrgent) {
    clearTimeout(end);
    end = setTimeout(() => (urgent.value = ''), toastMs);
  }
  region.value = region.value === sentence ? `${sentence}\u00A0` : sentence;
}

export function Announcements() {
  return (
    <>
      <output class="unseen" aria-live="polite">
        {polite}
      </output>
      <div class="toast" role="alert" aria-live="assertive">
        {urgent}
      </div>
    </>
  );
}
