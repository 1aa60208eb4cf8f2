import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { ApprovalLine } from './approvals/line.tsx';
import { EventLine } from './app/changes.ts';
import { may } from './app/me.ts';
import { landingOf, places } from './app/places.ts';
import { lastWorkspace, returnsTo } from './app/preferences.ts';
import { useRead } from './app/read.ts';
import { keepTitle } from './app/title.ts';
import { Denied, Workspace } from './app/workspace.tsx';
import { Announcements } from './parts/announce.tsx';
import { Refused } from './parts/refused.tsx';
import { ownScreens, pages, screens } from './routes.ts';
import { MeDocument, type MeQuery } from './session/documents.generated.ts';
import { SignIn } from './session/sign-in.tsx';
import { SignUp } from './session/sign-up.tsx';
import { session, start } from './session/session.ts';
import './style/tokens.css';
import './style/base.css';
import './parts/parts.css';

// A router keeps its screen as long as the address stays, so each set of routes has its own.
function App() {
  const { path } = useLocation();
  const { value } = session;
  if (value.is === 'starting') return null;
  // They stay as they are when a session begins or ends.
  const Page = pages[path.replace('/console/~/', '')];
  if (Page) return <Page />;
  if (value.is === 'out')
    return (
      <Router key="out">
        <Route path="/console/~/sign-up" component={SignUp} />
        <Route default component={SignIn} />
      </Router>
    );
  return (
    <>
      <Router key="in">
        <Route path="/console/:workspace?/:place?/:id?/:tab?" component={Inside} />
        <Route default component={Nowhere} />
      </Router>
      {value.isOver && <SignIn isOver />}
    </>
  );
}

interface Address {
  workspace?: string;
  place?: string;
  id?: string;
  tab?: string;
}

type Membership = NonNullable<MeQuery['me']>['memberships'][number];

/** Finds the workspace that the address names, or leads to one. */
function Inside({ workspace: slug = '', place = '', id, tab = '' }: Address) {
  const { data, refusal, isWaiting, again } = useRead(MeDocument, {});
  const { url, route } = useLocation();
  const { memberships = [], unconfirmedMemberships = [] } = data?.me ?? {};
  const found = memberships.find((it) => it.slug === slug);
  const isReturn = place === 'connections' && id === 'callback';
  const last = isReturn && returnsTo.value ? returnsTo.value : lastWorkspace.value;
  const home = found ?? memberships.find((it) => it.slug === last) ?? memberships[0];
  const Own = slug === '~' ? ownScreens[id === undefined ? place : `${place}/${id}`] : undefined;
  const isSettled = data !== undefined && (found !== undefined || !isWaiting);
  const hasToChoose = !home || unconfirmedMemberships.length > 0;
  const target = Own || !isSettled ? null : targetOf({ slug, place, url, home, hasToChoose });
  useEffect(() => {
    if (target && target !== url) route(target, true);
  }, [target, url, route]);
  if (refusal && memberships.length === 0)
    return (
      <main class="alone">
        <Refused refusal={refusal} again={again} />
      </main>
    );
  if (!data || target) return null;
  if (Own && place === '') return <Own />;
  if (Own && !home)
    return (
      <main>
        <Own />
      </main>
    );
  const at = Own ? home : found;
  if (!at) return isWaiting ? null : <Nowhere />;
  return (
    <Workspace slug={at.slug} id={at.workspaceId}>
      <ApprovalLine />
      <EventLine />
      {Own ? <Own /> : <Screen key={`${place} ${at.workspaceId}`} place={place} tab={tab} />}
    </Workspace>
  );
}

interface Target {
  slug: string;
  place: string;
  url: string;
  home: Membership | undefined;
  hasToChoose: boolean;
}

/** Returns the address to go on to, if this one only leads elsewhere. */
function targetOf({ slug, place, url, home, hasToChoose }: Target): string | null {
  const isOutside = slug === '' || slug === '~';
  // A link that names no workspace leads to its place in the last one: providers return to such a link.
  if (slug === '~' && home && places.some(({ path }) => path === place))
    return `/console/${home.slug}/${url.slice('/console/~/'.length)}`;
  if (isOutside && hasToChoose) return '/console/~/';
  return home && (isOutside || place === '') ? `/console/${home.slug}/${landingOf(home.role)}` : null;
}

function Screen({ place, tab }: { place: string; tab: string }) {
  const row = places.find(({ path }) => path === place);
  // Some parts of a detail have a screen and chunk of theirs.
  const Component = screens[`${place}/${tab}`] ?? screens[place];
  if (!row || !Component) return <Nowhere />;
  if (row.needs !== null && !may(row.needs)) return <Denied permission={row.needs} name={row.name} />;
  return <Component />;
}

function Nowhere() {
  return (
    <div class="empty">
      <h1>Nothing is at this address</h1>
      <p>
        The link may be old, or it belongs to a workspace that you are not a member of.{' '}
        <a href="/console">Go on</a>
      </p>
    </div>
  );
}

// The chunk of a screen is on its way before the click.
for (const name of ['pointerover', 'focusin'] as const)
  document.addEventListener(name, ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null;
    const [, console, , place = '', , tab = ''] = link?.pathname.split('/') ?? [];
    if (console === 'console') void (screens[`${place}/${tab}`] ?? screens[place])?.preload?.();
  });

keepTitle();
void start();
render(
  <LocationProvider scope="/console">
    <ErrorBoundary onError={(error) => reportError(error)}>
      <App />
    </ErrorBoundary>
    <Announcements />
  </LocationProvider>,
  document.body,
);
