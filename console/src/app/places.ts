import type { IconName } from '../parts/icons.generated.ts';

/** A screen of a workspace that the sidebar names. */
export interface Place {
  name: string;
  path: string;
  icon: IconName;
  group: 'Decide' | 'Build' | 'Connect' | 'Govern';
  /** The permission to read it; null if every member may. */
  needs: string | null;
  /** The key after `g` that opens it. */
  key: string;
}

/** In the order of the sidebar. */
// oxfmt-ignore
export const places: readonly Place[] = [
  { name: 'Approvals', path: 'approvals', icon: 'approvals', group: 'Decide', needs: 'approvals:read', key: 'a' },
  { name: 'Applications', path: 'applications', icon: 'applications', group: 'Build', needs: 'applications:read', key: 'p' },
  { name: 'API keys', path: 'api-keys', icon: 'keys', group: 'Build', needs: 'api_keys:read', key: 'k' },
];
