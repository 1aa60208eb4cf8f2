import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { wordsOf } from '../parts/actor.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { session, signOut } from '../session/session.ts';
import { useKeys } from './keys.ts';
import { may, me } from './me.ts';
import { openPalette, Palette } from './palette.tsx';
import { addressOf, places, type Place } from './places.ts';
import { theme, type Theme } from './preferences.ts';
import './shell.css';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const nextTheme: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

/** The frame of every screen of a workspace: where one can go, and who one is. */
export function Shell({ slug, children }: { slug: string; children: ComponentChildren }) {
  const { path, route } = useLocation();
  const open = places.filter(({ needs }) => needs === null || may(needs));
  useGo((key) => {
    const place = open.find((it) => it.key === key);
    if (place) route(addressOf(slug, place));
  });
  const groups = Map.groupBy(open, ({ group }) => group);
  return (
    <div class="shell">
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <nav class="sidebar" aria-label="Places">
        <Switcher slug={slug} />
        <button class="find" type="button" aria-keyshortcuts="Control+K" onClick={openPalette}>
          <Icon name="search" />
          <span>Find or do</span>
          <kbd aria-hidden="true">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        <div class="places">
          {[...groups].map(([group, members]) => (
            <section key={group} aria-label={group}>
              <h2>{group}</h2>
              {members.map((place) => (
                <PlaceLink key={place.path} place={place} slug={slug} path={path} />
              ))}
            </section>
          ))}
        </div>
        <Person />
      </nav>
      <main id="content">{children}</main>
      <Palette slug={slug} />
    </div>
  );
}

function PlaceLink({ place, slug, path }: { place: Place; slug: string; path: string }) {
  const address = addressOf(slug, place);
  const waiting = place.path === 'approvals' ? (me.value?.counters.approvalsWaiting ?? 0) : 0;
  const isHere = path === address || path.startsWith(`${address}/`);
  return (
    <a class="place" href={address} aria-current={isHere ? 'page' : undefined} title={`g then ${place.key}`}>
      <Icon name={place.icon} />
      <span>{place.name}</span>
      {waiting > 0 && (
        <b class="badge">
          {waiting}
          <span class="unseen"> wait for you</span>
        </b>
      )}
    </a>
  );
}

function Switcher({ slug }: { slug: string }) {
  const { path, url, route } = useLocation();
  const memberships = me.value?.memberships ?? [];
  const name = memberships.find((it) => it.slug === slug)?.name ?? slug;
  // The place and its filters stay; an id belongs to the other workspace.
  const change = (to: string) => {
    const [, , , place = ''] = path.split('/');
    route(`/console/${to}/${place}${url.includes('?') ? url.slice(url.indexOf('?')) : ''}`);
  };
  return (
    <div class="switcher">
      <i aria-hidden="true">{name.slice(0, 1).toUpperCase()}</i>
      {memberships.length > 1 ? (
        <select
          aria-label="Workspace"
          value={slug}
          onChange={({ currentTarget }) => change(currentTarget.value)}
        >
          {memberships.map((it) => (
            <option key={it.slug} value={it.slug}>
              {it.name}
            </option>
          ))}
        </select>
      ) : (
        <strong>{name}</strong>
      )}
    </div>
  );
}

function Person() {
  const { value } = session;
  if (value.is !== 'in') return null;
  return (
    <div class="person">
      <a class="you" href="/console/~/you" title="Your account">
        <Icon name="person" />
        <span class="unseen">Your account: </span>
        <strong>{value.person.name}</strong>
        <span class="quiet small">{wordsOf(me.value?.member?.role ?? '')}</span>
      </a>
      <Button
        look="bare"
        label={`Theme: ${theme.value}`}
        icon={theme.value}
        onClick={() => (theme.value = nextTheme[theme.value])}
      >
        {null}
      </Button>
      <Button look="bare" label="Sign out" icon="signOut" onClick={() => void signOut()}>
        {null}
      </Button>
    </div>
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
