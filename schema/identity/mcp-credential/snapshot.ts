import type { Knex } from 'knex';
import { McpCredential } from '../../../db/models/mcp-credential.ts';
import { Member, type MemberStatus, type Role } from '../../../db/models/member.ts';
import type { WorkspaceStatus } from '../../../db/models/workspace.ts';
import { verifiedRow, macColumns, type WrongMac } from '../../../db/row-macs.ts';
import type { McpCaller } from '../../kernel/access/caller.ts';
import { agentTokenInvalid, refuse, type Refusal } from '../../values/errors.ts';
import { holderIsLost, isExpired, issuerIsLost, issuerRoles } from './rules.ts';

/** All data to evaluate a credential, read in one query. Nothing else in the request path reads its rows. */
export type McpCredentialSnapshot = Pick<
  McpCredential,
  'workspaceId' | 'status' | 'version' | 'expiresOn' | 'holderId' | 'holderActivations' | 'issuedActivations'
> & {
  credentialId: string;
  workspaceStatus: WorkspaceStatus;
  holderStatus: MemberStatus;
  holderPresentActivations: number;
  issuerStatus: MemberStatus;
  issuerRole: Role;
  issuerPresentActivations: number;
  /** The persons accountable for the credential. */
  persons: string[];
  broken: WrongMac | null;
};

const withMacs = { credential: McpCredential, holder: Member, issuer: Member };

const columns = [
  ...macColumns(withMacs),
  'credential.id as credentialId',
  'credential.workspaceId',
  'credential.status',
  'credential.version',
  'credential.expiresOn',
  'credential.holderId',
  'credential.holderActivations',
  'credential.issuedActivations',
  'workspace.status as workspaceStatus',
  'holder.status as holderStatus',
  'holder.activations as holderPresentActivations',
  'issuer.status as issuerStatus',
  'issuer.role as issuerRole',
  'issuer.activations as issuerPresentActivations',
];

const persons =
  'array(select distinct person_id from mcp_credential_person where credential_id = credential.id) as persons';

export async function mcpCredentialSnapshot(
  knex: Knex,
  credentialId: string,
): Promise<McpCredentialSnapshot | null> {
  const [snapshot = null] = await mcpCredentialSnapshots(knex, [credentialId]);
  return snapshot;
}

/** Returns the snapshots of several credentials; unknown ids are absent. */
export async function mcpCredentialSnapshots(
  knex: Knex,
  credentialIds: readonly string[],
): Promise<McpCredentialSnapshot[]> {
  const rows = await joined(knex)
    .join('workspace', 'workspace.id', 'credential.workspaceId')
    .whereRaw('credential.id = any (?)', [[...credentialIds]])
    .select<McpCredentialSnapshot[]>([...columns, knex.raw(persons)]);
  return rows.map((row) => verifiedRow(knex, withMacs, row));
}

export type EvaluatedMcpCredential = Omit<McpCaller, 'scopes' | 'tokenExpiresAt' | 'reads'>;

/**
 * Returns the credential as a caller, for a token of the given version. Throws `session_invalid`,
 * `mcp_credential_stopped` or `workspace_inactive`.
 */
export function evaluateMcpCredential(
  snapshot: McpCredentialSnapshot | null,
  { credentialVersion }: Pick<McpCaller, 'credentialVersion'>,
  now: Date,
): EvaluatedMcpCredential {
  if (!snapshot) throw agentTokenInvalid();
  if (snapshot.broken) throw snapshot.broken;
  const why = whyStopped(snapshot, now);
  const isOver = snapshot.status === 'REVOKED' || isExpired(snapshot, now);
  if (why) throw stopped(`${why}. ${isOver ? 'Ask for a new one.' : 'Have it rotated.'}`);
  if (snapshot.version !== credentialVersion)
    throw stopped('has been rotated. Get a token with the new one.');
  if (snapshot.workspaceStatus !== 'ACTIVE')
    throw refuse('workspace_inactive', 'The workspace of this MCP credential is not active.');
  const { credentialId, workspaceId, holderId } = snapshot;
  return { kind: 'MCP', credentialId, credentialVersion, workspaceId, holderId, persons: snapshot.persons };
}

function stopped(why: string): Refusal {
  return refuse('mcp_credential_stopped', `The MCP credential ${why}`);
}

/** Returns why the credential no longer works with any token, as the end of a sentence about it, or null. */
export function whyStopped(snapshot: McpCredentialSnapshot, now: Date): string | null {
  if (snapshot.status === 'REVOKED') return 'was revoked';
  if (isExpired(snapshot, now)) return `expired on ${snapshot.expiresOn}`;
  const holder = { status: snapshot.holderStatus, activations: snapshot.holderPresentActivations };
  if (holderIsLost(holder, snapshot.holderActivations))
    return 'has stopped: its holder has since been suspended or removed';
  const issuer = {
    status: snapshot.issuerStatus,
    role: snapshot.issuerRole,
    activations: snapshot.issuerPresentActivations,
  };
  if (issuerIsLost(issuer, snapshot.issuedActivations))
    return 'has stopped: its issuer has left or may no longer create credentials';
  return null;
}

/** Returns the working credentials as a subquery to narrow; it does not check their expiry dates. */
export function workingCredentials(knex: Knex): Knex.QueryBuilder {
  return joined(knex)
    .where({ 'credential.status': 'ACTIVE', 'holder.status': 'ACTIVE', 'issuer.status': 'ACTIVE' })
    .whereIn('issuer.role', issuerRoles)
    .whereRaw('holder.activations = credential.holder_activations')
    .whereRaw('issuer.activations = credential.issued_activations');
}

function joined(knex: Knex): Knex.QueryBuilder {
  return knex('mcpCredential as credential')
    .join('member as holder', 'holder.id', 'credential.holderId')
    .join('member as issuer', 'issuer.id', 'credential.issuedBy');
}
