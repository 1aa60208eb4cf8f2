import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Dialog } from '../parts/dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { KeyList } from './key-list.tsx';
import { useKeys } from './keys.ts';
import { may } from './me.ts';
import { Palette } from './palette.tsx';
import { addressOf, places, type Place } from './places.ts';
import { PlaceLink, Sidebar } from './sidebar.tsx';
import './shell.css';

const width = matchMedia('(width < 760px)');
const isNarrow = signal(width.matches);
width.addEventListener('change', ({ matches }) => (isNarrow.value = matches));

/** The frame of every screen of a workspace: where one can go, and who one is. */
export function Shell({ slug, children }: { slug: string; children: ComponentChildren }) {
  const { route } = useLocation();
  const open = places.filter(({ needs }) => needs === null || may(needs));
  useGo((key) => {
    const place = open.find((it) => it.key === key);
    if (place) route(addressOf(slug, place));
  });
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      {isNarrow.value ? (
        <Bar slug={slug} open={open} />
      ) : (
        <nav class="sidebar" aria-label="Places">
          <Sidebar slug={slug} open={open} />
        </nav>
      )}
      <main id="content">{children}</main>
      <Palette slug={slug} />
      <KeyList />
    </div>
  );
}

/** On a narrow screen: the first places, and everything behind "More". */
function Bar({ slug, open }: { slug: string; open: readonly Place[] }) {
  const { url } = useLocation();
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(false), [url]);
  const [, , , here] = url.split(/[/?]/);
  const isBehind = open.slice(4).some(({ path }) => path === here);
  return (
    <nav class="bar" aria-label="Places">
      {open.slice(0, 4).map((place) => (
        <PlaceLink key={place.path} place={place} slug={slug} />
      ))}
      <button
        class="place"
        type="button"
        aria-expanded={isOpen}
        aria-current={isBehind ? 'true' : undefined}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
        <span>More</span>
      </button>
      {isOpen && (
        <Dialog title="Places" onClose={() => setOpen(false)}>
          <div class="drawer">
            <Sidebar slug={slug} open={open} />
          </div>
        </Dialog>
      )}
    </nav>
  );
}

/** Acts on `g` followed by another key. */
function useGo(act: (key: string) => void): void {
  useKeys({ g: () => onceNextKey(act) });
}

const patienceMs = 1500;

function onceNextKey(act: (key: string) => void): void {
  const end = new AbortController();
  const take = (event: KeyboardEvent) => {
    end.abort();
    event.preventDefault();
    event.stopPropagation();
    act(event.key);
  };
  document.addEventListener('keydown', take, { capture: true, signal: end.signal });
  setTimeout(() => end.abort(), patienceMs);
}
