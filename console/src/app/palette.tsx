import { signal } from '@preact/signals';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Icon } from '../parts/icon.tsx';
import type { IconName } from '../parts/icons.generated.ts';
import { may, me } from './me.ts';
import { addressOf, placeOfId, places } from './places.ts';
import { SearchDocument } from './documents.generated.ts';
import { theme } from './preferences.ts';
import { signOut } from './sign-out.ts';
import { useRead } from './read.ts';

const isOpen = signal(false);

export function openPalette(): void {
  isOpen.value = true;
}

function closePalette(): void {
  isOpen.value = false;
}

document.addEventListener('keydown', (event) => {
  if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey) return;
  // Another dialog has what the person is doing.
  if (!isOpen.value && document.querySelector('dialog[open]')) return;
  event.preventDefault();
  isOpen.value = !isOpen.value;
});

interface Command {
  id: string;
  icon: IconName;
  title: string;
  /** Other words that find it. */
  also?: string;
  where: string;
  act: () => void;
}

/** Finds places, workspaces and commands by name, and goes to the id that somebody pastes. */
export function Palette({ slug }: { slug: string }) {
  return isOpen.value ? <Open slug={slug} /> : null;
}

function Open({ slug }: { slug: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { url } = useLocation();
  const openedAt = useRef(url);
  // What it lists belongs to the screen where it opened.
  useEffect(() => {
    if (url !== openedAt.current) closePalette();
  }, [url]);
  const found = [...useCommands(slug, text), ...useHits(slug, text)];
  const run = (command: Command | undefined) => {
    if (!command) return;
    closePalette();
    command.act();
  };
  const keys: Record<string, () => void> = {
    ArrowDown: () => setAt(Math.min(at + 1, found.length - 1)),
    ArrowUp: () => setAt(Math.max(at - 1, 0)),
    Enter: () => run(found[at]),
  };
  return (
    <dialog ref={dialog} class="palette" aria-label="Find or do" onClose={closePalette}>
      <input
        class="text-input"
        role="combobox"
        aria-label="Find or do"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={found[at] && `${id}-${at}`}
        placeholder="Find a place, a workspace, a command, or paste an id"
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          const act = keys[event.key];
          if (!act || (event.repeat && event.key === 'Enter')) return;
          event.preventDefault();
          act();
        }}
      />
      <div class="hits" role="listbox" id={id} aria-label="Results">
        {found.map((command, index) => (
          // The field has the focus, and its keys choose.
          <button
            type="button"
            tabIndex={-1}
            key={command.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onPointerMove={() => setAt(index)}
            onClick={() => run(command)}
          >
            <Icon name={command.icon} />
            <span>{command.title}</span>
            <span class="quiet small">{command.where}</span>
          </button>
        ))}
      </div>
      {found.length === 0 && <p class="quiet">Nothing has this name or id.</p>}
    </dialog>
  );
}

function useCommands(slug: string, text: string): Command[] {
  const { route } = useLocation();
  const words = text.trim().toLowerCase();
  const [acts] = useState(actsOnScreen);
  const place = placeOfId(words);
  if (place) {
    const address = addressOf(slug, place);
    const act = () => route(words.startsWith('req_') ? `${address}?request=${words}` : `${address}/${words}`);
    return [{ id: words, icon: place.icon, title: words, where: place.name, act }];
  }
  const open = places.filter(({ needs }) => needs === null || may(needs));
  const others = (me.value?.memberships ?? []).filter((it) => it.slug !== slug);
  const all: Command[] = [
    ...open.map((it) => ({
      id: it.path,
      icon: it.icon,
      title: it.name,
      also: it.also ?? '',
      where: `g ${it.key}`,
      act: () => route(addressOf(slug, it)),
    })),
    ...others.map((it) => ({
      id: it.slug,
      icon: 'settings' as const,
      title: it.name,
      where: 'Workspace',
      act: () => route(`/console/${it.slug}`),
    })),
    ...(['light', 'dark', 'system'] as const).map((name) => ({
      id: name,
      icon: name,
      title: `Theme: ${name}`,
      where: 'Command',
      act: () => void (theme.value = name),
    })),
    { id: 'out', icon: 'signOut', title: 'Sign out', where: 'Command', act: () => void signOut() },
  ];
  return [...acts, ...all].filter(({ title, also = '' }) => `${title} ${also}`.toLowerCase().includes(words));
}

/** The buttons beside the heading of the screen. One that is closed says why. */
function actsOnScreen(): Command[] {
  const buttons = document.querySelectorAll<HTMLButtonElement>('.screen > header .buttons button');
  return Array.from(buttons, (button, at) => {
    const title = button.textContent;
    return {
      id: `act-${at}`,
      icon: 'next' as const,
      title,
      where: 'This screen',
      // Meanwhile the screen may have put another act in its place.
      act: () => button.isConnected && button.textContent === title && button.click(),
    };
  });
}

/** Returns what has the name or id in the workspace, of what the person may read. */
function useHits(slug: string, text: string): Command[] {
  const { route } = useLocation();
  const query = text.trim();
  const [settled, setSettled] = useState('');
  // Not for each letter of a word.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(query), 150);
    return () => clearTimeout(timer);
  }, [query]);
  const isPaused = settled.length < 2 || placeOfId(settled) !== null;
  const { data } = useRead(SearchDocument, { query: settled || ' ' }, { isPaused });
  if (isPaused || query !== settled) return [];
  return (data?.search ?? []).flatMap(({ id, title, where }) => {
    const place = placeOfId(id);
    if (!place) return [];
    const act = () => route(`${addressOf(slug, place)}/${id}`);
    return [{ id, icon: place.icon, title, where: `${place.name}, ${where}`, act }];
  });
}
