import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>(stored('theme', 'system') as Theme);
/** The slug of the workspace that was on screen last. */
export const lastWorkspace = signal(stored('workspace', ''));
/** The slug of the workspace that a provider's page returns to, whatever other tabs show meanwhile. */
export const returnsTo = signal(stored('returns-to', ''));
/** Whether single keys act. They can disturb speech input. */
export const hasSingleKeys = signal(stored('single-keys', 'on') !== 'off');
/** Whether a decision waits a moment before it is sent, so that it can be taken back. */
export const hasDelay = signal(stored('delay', 'off') === 'on');
/** Whether this browser tells of new requests while the tab is hidden; null before the person was asked. */
export const isNotified = signal<boolean | null>(
  stored('notified', '') === '' ? null : stored('notified', '') === 'on',
);
/** The ids of the workspaces whose steps are hidden in this browser. */
export const hiddenSteps = signal(stored('hidden-steps', ''));

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  keep('theme', theme.value);
});
effect(() => keep('workspace', lastWorkspace.value));
effect(() => keep('returns-to', returnsTo.value));
effect(() => keep('single-keys', hasSingleKeys.value ? 'on' : 'off'));
effect(() => keep('hidden-steps', hiddenSteps.value));
effect(() => keep('delay', hasDelay.value ? 'on' : 'off'));
effect(() => {
  if (isNotified.value !== null) keep('notified', isNotified.value ? 'on' : 'off');
});

function stored(name: string, fallback: string): string {
  return localStorage.getItem(`sallyport:${name}`) ?? fallback;
}

function keep(name: string, value: string): void {
  localStorage.setItem(`sallyport:${name}`, value);
}
