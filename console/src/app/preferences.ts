import { effect, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

export const theme = signal<Theme>(stored('theme', 'system') as Theme);
/** The slug of the workspace that was on screen last. */
export const lastWorkspace = signal(stored('workspace', ''));
/** The slug of the workspace that a provider's page returns to, whatever other tabs show meanwhile. */
export const returnsTo = signal(stored('returns-to', ''));
/** Whether single keys act. They can disturb speech input. */
export const hasSingleKeys = signal(stored('single-keys', 'on') !== 'off');

effect(() => {
  document.documentElement.dataset['theme'] = theme.value;
  keep('theme', theme.value);
});
effect(() => keep('workspace', lastWorkspace.value));
effect(() => keep('returns-to', returnsTo.value));
effect(() => keep('single-keys', hasSingleKeys.value ? 'on' : 'off'));

function stored(name: string, fallback: string): string {
  return localStorage.getItem(`sallyport:${name}`) ?? fallback;
}

function keep(name: string, value: string): void {
  localStorage.setItem(`sallyport:${name}`, value);
}
