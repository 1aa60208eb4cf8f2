import type { Actor } from '../../../db/models/audit.ts';
import type { McpServerVersion } from '../../../db/models/mcp-server-version.ts';
import type { McpServer } from '../../../db/models/mcp-server.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { entriesAbout, type Entry } from '../../records/audit/entries-about.ts';
import type { Offered } from './content.ts';
import type { ServerEvent } from './move.ts';

/**
 * Whether the actor of an event contributed to the subject of a review. Each new event type needs an entry.
 */
const isContribution: Record<ServerEvent, boolean> = {
  'mcp_server.created': true,
  'mcp_server.updated': true,
  'mcp_server.submitted': true,
  'mcp_server.approved': false,
  'mcp_server.changes_requested': false,
  'mcp_server.rejected': false,
  'mcp_server.withdrawn': false,
  'mcp_server.published': false,
  'mcp_server.quarantined': false,
  'mcp_server.reworded': false,
  'mcp_server.secret_changed': false,
  'mcp_server.deprecated': false,
  'mcp_server.retired': false,
};
const contributions = Object.keys(isContribution).filter((type) => isContribution[type as ServerEvent]);
const approval: ServerEvent = 'mcp_server.approved';

/** For connections whose provider reports no account: each of these changes may have switched the account. */
const secretChanges = ['connection.authorized', 'credential_reference.versioned'];

/**
 * Returns the contributors to the subject of a version's review, since the last approval of this or an
 * earlier version. They edited or submitted the version, or changed the secret of a connection whose account
 * is unknown. The audit log contains each such command.
 */
export async function contributorsTo(
  tx: TransactionContext,
  { id: serverId }: McpServer,
  { number }: McpServerVersion,
  offered: readonly Offered[],
): Promise<Actor[]> {
  const entries = await entriesAbout(tx, [...contributions, approval], [serverId]);
  const since = approvedBefore(entries, number);
  const edits = entries.filter((entry) => isPartOf(entry, number, since));
  const untold = offered.flatMap(({ connection: { accountId, id, credentialReferenceId } }) =>
    accountId === null ? [id, credentialReferenceId ?? id] : [],
  );
  const began = Math.max(since, entries[0]?.seq ?? 0);
  const changes = (await entriesAbout(tx, secretChanges, untold)).filter(({ seq }) => seq > began);
  return [...edits, ...changes].map(({ actor }) => actor);
}

/** Returns the `seq` of the last approval before the edits under review; 0 if there is none. */
export function approvedBefore(entries: readonly Entry[], number: number): number {
  const approvals = entries.filter(({ action }) => action === approval);
  const own = approvals.findLast((entry) => versionIn(entry) === number);
  if (own) return own.seq;
  const begun = entries.find((entry) => entry.action !== approval && versionIn(entry) === number);
  const earlier = approvals.findLast(({ seq }) => begun !== undefined && seq < begun.seq);
  return earlier?.seq ?? 0;
}

// An entry without a version is about all versions, such as a change of the name.
function isPartOf(entry: Entry, number: number, since: number): boolean {
  const version = versionIn(entry);
  return entry.action !== approval && entry.seq > since && (version === null || version === number);
}

function versionIn({ changes }: Entry): number | null {
  const version = changes?.['version'];
  return typeof version === 'number' ? version : null;
}
