import type { FunctionComponent } from 'preact';
import lazy from 'preact-iso/lazy';

/** The screen of each place, by its path. A link to one loads its chunk before the click. */
export const screens: Readonly<Record<string, FunctionComponent & { preload?: () => Promise<unknown> }>> = {
  applications: lazy(() => import('./applications/applications.tsx')),
  'api-keys': lazy(() => import('./api-keys/api-keys.tsx')),
  approvals: lazy(() => import('./approvals/approvals.tsx')),
};
