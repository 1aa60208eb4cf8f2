import type { IconName } from '../parts/icons.generated.ts';

/** A screen of a workspace that the sidebar names. */
export interface Place {
  name: string;
  path: string;
  icon: IconName;
  group: 'Decide' | 'Build' | 'Connect' | 'Govern';
  /** Other words that find it, such as what a person does there. */
  also?: string;
  /** The permission to read it; null if every member may. */
  needs: string | null;
  /** The key after `g` that opens it. */
  key: string;
  /** The prefix of the ids that it opens. */
  prefix?: string;
  /** The prefix of the ids of its parts, which it opens as well. */
  partPrefix?: string;
}

/** In the order of the sidebar. */
// oxfmt-ignore
export const places: readonly Place[] = [
  { name: 'Home', path: 'home', icon: 'home', group: 'Decide', needs: null, key: 'h' },
  { name: 'Approvals', path: 'approvals', also: 'requests, approve, reject', icon: 'approvals', group: 'Decide', needs: 'approvals:read', key: 'a', prefix: 'apr' },
  { name: 'Tool calls', path: 'tool-calls', icon: 'toolCalls', group: 'Decide', needs: 'tool_calls:read', key: 't', prefix: 'mtc' },
  { name: 'Applications', path: 'applications', also: 'create an application, production access', icon: 'applications', group: 'Build', needs: 'applications:read', key: 'p', prefix: 'app' },
  { name: 'API products', path: 'products', also: 'publish a version, openapi document', icon: 'products', group: 'Build', needs: 'api_products:read', key: 'd', prefix: 'prd', partPrefix: 'prv' },
  { name: 'API keys', path: 'api-keys', also: 'create a key, rotate, revoke, secret', icon: 'keys', group: 'Build', needs: 'api_keys:read', key: 'k', prefix: 'key' },
  { name: 'Explorer', path: 'explorer', also: 'call an operation, try it', icon: 'explorer', group: 'Build', needs: 'sandbox:run', key: 'q' },
  { name: 'Test receipts', path: 'test-receipts', icon: 'receipts', group: 'Build', needs: 'test_receipts:read', key: 'n', prefix: 'rct' },
  { name: 'API reference', path: 'reference', also: 'operations, errors, openapi', icon: 'reference', group: 'Build', needs: 'reference:read', key: 'f' },
  { name: 'Webhooks', path: 'webhooks', also: 'create an endpoint, deliveries, replay', icon: 'webhooks', group: 'Build', needs: 'webhooks:read', key: 'w', prefix: 'whe' },
  { name: 'Projects', path: 'projects', icon: 'projects', group: 'Connect', needs: 'projects:read', key: 'j', prefix: 'prj' },
  { name: 'Connectors', path: 'connectors', icon: 'connectors', group: 'Connect', needs: 'connections:read', key: 'o', prefix: 'con' },
  { name: 'Capabilities', path: 'capabilities', icon: 'capabilities', group: 'Connect', needs: 'connections:read', key: 'b', prefix: 'cap' },
  { name: 'Connections', path: 'connections', also: 'connect a provider, oauth', icon: 'connections', group: 'Connect', needs: 'connections:read', key: 'c', prefix: 'conn' },
  { name: 'Vault', path: 'vault', also: 'store a secret, credential references', icon: 'vault', group: 'Connect', needs: 'credential_references:read', key: 'v', prefix: 'cref' },
  { name: 'MCP servers', path: 'mcp-servers', also: 'tools, publish, quarantine', icon: 'mcp', group: 'Connect', needs: 'mcp_servers:read', key: 'x', prefix: 'mcps' },
  { name: 'MCP credentials', path: 'mcp-credentials', also: 'agents, create a credential', icon: 'agents', group: 'Connect', needs: 'mcp_credentials:read', key: 'y', prefix: 'mcpc' },
  { name: 'Grants', path: 'mcp-grants', also: 'grant a tool', icon: 'grants', group: 'Connect', needs: 'mcp_grants:read', key: 'r', prefix: 'mcpg' },
  { name: 'Members', path: 'members', also: 'invite a member, roles, invitations', icon: 'members', group: 'Govern', needs: 'members:read', key: 'm', prefix: 'mem' },
  { name: 'Events', path: 'events', also: 'export, live tail', icon: 'activity', group: 'Govern', needs: 'events:read', key: 'e', prefix: 'evt' },
  { name: 'Audit log', path: 'audit', also: 'who did what, export', icon: 'audit', group: 'Govern', needs: 'audit:read', key: 'l', prefix: 'req' },
  { name: 'Automations', path: 'automations', icon: 'automations', group: 'Govern', needs: 'members:read', key: 'z', prefix: 'aut' },
  { name: 'Workspace', path: 'settings', also: 'rename or delete the workspace', icon: 'settings', group: 'Govern', needs: 'workspace:read', key: ',' },
];

/** Returns the address of a place in the workspace with the slug. */
export function addressOf(slug: string, { path }: Pick<Place, 'path'>): string {
  return `/console/${slug}/${path}`;
}

/** Returns the place that shows the row with the id; null if the text is no such id. */
export function placeOfId(text: string): Place | null {
  const [, prefix] = /^([a-z]{2,5})_[0-9a-z]{26}$/.exec(text) ?? [];
  return (
    places.find((place) => prefix !== undefined && [place.prefix, place.partPrefix].includes(prefix)) ?? null
  );
}

/** The first screen of a role: what it decides or watches. */
const landings: Readonly<Record<string, string>> = {
  OWNER: 'approvals',
  DEVELOPER: 'applications',
  ADMIN: 'approvals',
  APPROVER: 'approvals',
  SECURITY_ADMINISTRATOR: 'api-keys',
  ANALYST: 'events',
  SUPPORT: 'webhooks',
  COMPLIANCE_REVIEWER: 'audit',
};

export function landingOf(role: string): string {
  return places.find(({ path }) => path === landings[role])?.path ?? 'home';
}
