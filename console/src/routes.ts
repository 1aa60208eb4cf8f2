import type { FunctionComponent } from 'preact';
import lazy from 'preact-iso/lazy';
import { NewVersion } from './app/new-version.tsx';

/** After an upgrade, the chunk of a page from before is gone. */
function screen(load: () => Promise<{ default: FunctionComponent }>) {
  return lazy(async () => await load().catch(() => ({ default: NewVersion })));
}

/** The screen of each place, by its path. A link to one loads its chunk before the click. */
export const screens: Readonly<Record<string, FunctionComponent & { preload?: () => Promise<unknown> }>> = {
  home: screen(async () => await import('./home/home.tsx')),
  'applications/access': screen(async () => await import('./production-access/production-access.tsx')),
  applications: screen(async () => await import('./applications/applications.tsx')),
  'api-keys': screen(async () => await import('./api-keys/api-keys.tsx')),
  approvals: screen(async () => await import('./approvals/approvals.tsx')),
};
