import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { ApprovalLine } from './approvals/line.tsx';
import { EventLine } from './app/changes.ts';
import { lastWorkspace } from './app/preferences.ts';
import { landingOf, places } from './app/places.ts';
import { may } from './app/me.ts';
import { useRead } from './app/read.ts';
import { keepTitle } from './app/title.ts';
import { Denied, Workspace } from './app/workspace.tsx';
import { Announcements } from './parts/announce.tsx';
import { Refused } from './parts/refused.tsx';
import { screens } from './routes.ts';
import { MeDocument } from './session/documents.generated.ts';
import { SignIn } from './session/sign-in.tsx';
import { SignUp } from './session/sign-up.tsx';
import { session, start } from './session/session.ts';
import './style/tokens.css';
import './style/base.css';
import './parts/parts.css';

// A router keeps its screen as long as the address stays, so each set of routes has its own.
function App() {
  const { value } = session;
  if (value.is === 'starting') return null;
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
  tab?: string;
}

/** Finds the workspace that the address names, or leads to one. */
function Inside({ workspace: slug = '', place = '', tab = '' }: Address) {
  const { data, refusal, again } = useRead(MeDocument, {});
  const { url, route } = useLocation();
  const memberships = data?.me?.memberships ?? [];
  const found = memberships.find((it) => it.slug === slug);
  const instead = found ?? memberships.find((it) => it.slug === lastWorkspace.value) ?? memberships[0];
  const target =
    instead && (place === '' || slug === '~') ? `/console/${instead.slug}/${landingOf(instead.role)}` : null;
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
  if (!found) return <Nowhere />;
  return (
    <Workspace slug={found.slug} id={found.workspaceId}>
      <ApprovalLine />
      <EventLine />
      <Screen key={`${place} ${found.workspaceId}`} place={place} tab={tab} />
    </Workspace>
  );
}

function Screen({ place, tab }: { place: string; tab: string }) {
  const row = places.find(({ path }) => path === place);
  // Some parts of a detail have a screen and chunk of theirs.
  const Component = screens[`${place}/${tab}`] ?? screens[place];
  if (!row || !Component) return <Nowhere />;
  if (row.needs !== null && !may(row.needs)) return <Denied permission={row.needs} />;
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
