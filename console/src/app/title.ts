import { computed, effect, signal } from '@preact/signals';
import { me } from './me.ts';

/** The name of the screen. */
export const title = signal('');

const waiting = computed(() => me.value?.counters.approvalsWaiting ?? 0);

/** Keeps the tab's title: how much waits, the screen and the workspace. */
export function keepTitle(): void {
  effect(() => {
    const parts = [title.value, me.value?.workspace?.name, 'Sallyport'].filter(Boolean);
    document.title = `${waiting.value > 0 ? `(${waiting.value}) ` : ''}${parts.join(' · ')}`;
  });
  effect(() => {
    // Only installed pages have a badge.
    if ('setAppBadge' in navigator) navigator.setAppBadge(waiting.value).catch(() => {});
  });
}
