import { useLocation } from 'preact-iso/router';
import { titled } from '../parts/actor.ts';
import { Button } from '../parts/button.tsx';
import { Icon } from '../parts/icon.tsx';
import { session } from '../session/session.ts';
import { me } from './me.ts';
import { openPalette } from './palette.tsx';
import { addressOf, type Place } from './places.ts';
import { theme, type Theme } from './preferences.ts';
import { signOut } from './sign-out.ts';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

const nextTheme: Record<Theme, Theme> = { system: 'light', light: 'dark', dark: 'system' };

/** The workspace, the places in their groups, and the person. */
export function Sidebar({ slug, open }: { slug: string; open: readonly Place[] }) {
  const groups = Map.groupBy(open, ({ group }) => group);
  return (
    <>
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
              <PlaceLink key={place.path} place={place} slug={slug} />
            ))}
          </section>
        ))}
      </div>
      <Person />
    </>
  );
}

/** A place, with how much waits there. */
export function PlaceLink({ place, slug }: { place: Place; slug: string }) {
  const { path } = useLocation();
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
        <span class="unseen">Your account: </span>
        <strong>{value.person.name}</strong>
        <span class="quiet small">{titled(me.value?.member?.role ?? '')}</span>
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
