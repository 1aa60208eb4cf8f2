import type { FunctionComponent } from 'preact';
import lazy from 'preact-iso/lazy';
import { NewVersion } from './app/new-version.tsx';

type Screens = Readonly<Record<string, FunctionComponent & { preload?: () => Promise<unknown> }>>;

/** After an upgrade, the chunk of a page from before is gone. */
function screen(load: () => Promise<{ default: FunctionComponent }>) {
  return lazy(async () => await load().catch(() => ({ default: NewVersion })));
}

/** The screen of each place, by its path. A link to one loads its chunk before the click. */
export const screens: Screens = {
  home: screen(async () => await import('./home/home.tsx')),
  approvals: screen(async () => await import('./approvals/approvals.tsx')),
  'tool-calls': screen(async () => await import('./tool-calls/tool-calls.tsx')),
  applications: screen(async () => await import('./applications/applications.tsx')),
  'applications/access': screen(async () => await import('./production-access/production-access.tsx')),
  'applications/sandbox': screen(async () => await import('./sandbox/sandbox.tsx')),
  'applications/products': screen(async () => await import('./product-assignments/product-assignments.tsx')),
  products: screen(async () => await import('./products/products.tsx')),
  'api-keys': screen(async () => await import('./api-keys/api-keys.tsx')),
  explorer: screen(async () => await import('./explorer/explorer.tsx')),
  'test-receipts': screen(async () => await import('./test-receipts/test-receipts.tsx')),
  reference: screen(async () => await import('./reference/reference.tsx')),
  webhooks: screen(async () => await import('./webhooks/webhooks.tsx')),
  projects: screen(async () => await import('./projects/projects.tsx')),
  connectors: screen(async () => await import('./connectors/connectors.tsx')),
  capabilities: screen(async () => await import('./capabilities/capabilities.tsx')),
  connections: screen(async () => await import('./connections/connections.tsx')),
  vault: screen(async () => await import('./vault/vault.tsx')),
  'mcp-servers': screen(async () => await import('./mcp-servers/mcp-servers.tsx')),
  'mcp-credentials': screen(async () => await import('./mcp-credentials/mcp-credentials.tsx')),
  'mcp-grants': screen(async () => await import('./mcp-grants/mcp-grants.tsx')),
  events: screen(async () => await import('./events/events.tsx')),
  audit: screen(async () => await import('./audit/audit.tsx')),
  members: screen(async () => await import('./members/members.tsx')),
  automations: screen(async () => await import('./automations/automations.tsx')),
  settings: screen(async () => await import('./workspace-settings/workspace-settings.tsx')),
};

/** The screens of a signed-in person, by what follows `~/` in the address. */
export const ownScreens: Screens = {
  '': screen(async () => await import('./account/workspaces.tsx')),
  you: screen(async () => await import('./account/account.tsx')),
};

/** The pages that need no session, by what follows `~/`. Mails lead to them, with a token in the fragment. */
export const pages: Screens = {
  invitation: screen(async () => await import('./session/invitation.tsx')),
  'reset-password': screen(async () => await import('./session/reset-password.tsx')),
  'sign-up/confirm': screen(async () => await import('./session/confirm-sign-up.tsx')),
  'verify-email': screen(async () => await import('./session/verify-email.tsx')),
};
