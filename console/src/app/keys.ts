import { useLayoutEffect } from 'preact/hooks';
import { hasSingleKeys } from './preferences.ts';

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** The tables of the components on screen; the last one comes first. */
const tables: { current: Keys }[] = [];

/** Lets keys act while the component is on screen. Names are those of `KeyboardEvent.key`. */
export function useKeys(keys: Keys): void {
  // Before the next key, which must meet what is on screen by then.
  useLayoutEffect(() => {
    const table = { current: keys };
    tables.push(table);
    return () => void tables.splice(tables.indexOf(table), 1);
  });
}

// An Enter that is held down acts once: it would confirm the dialog that it opened.
document.addEventListener(
  'keydown',
  (event) => {
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key === 'Enter' && event.repeat && !isText) event.preventDefault();
  },
  { capture: true },
);

const moves = new Set(['j', 'k', 'ArrowDown', 'ArrowUp']);

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && leaveField(event)) return;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
  if (event.key.length === 1 && !hasSingleKeys.value) return;
  // A key that is held down moves through a list, and does nothing else.
  if (event.repeat && !moves.has(event.key)) return;
  const act = tables.findLast(({ current }) => event.key in current)?.current[event.key];
  if (!act) return;
  event.preventDefault();
  act(event);
});

// The first Escape leaves a field, with its text; the next one the screen.
function leaveField({ target }: KeyboardEvent): boolean {
  const isField = target instanceof HTMLElement && target.matches('input, textarea, select');
  if (!isField || document.querySelector('dialog[open]')) return false;
  target.blur();
  return true;
}

// Enter and the space bar belong to the control with the focus.
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (document.querySelector('dialog[open]')) return true;
  if (target.closest('input, textarea, select, [contenteditable]')) return true;
  return (key === 'Enter' || key === ' ') && target.closest('button, a, summary') !== null;
}
