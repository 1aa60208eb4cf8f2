import type { Knex } from 'knex';
import type { McpCredential } from '../../db/models/mcp-credential.ts';
import type { MemberStatus, Role } from '../../db/models/member.ts';
import type { WorkspaceStatus } from '../../db/models/workspace.ts';
import type { McpCaller } from '../access/caller.ts';
import { agentTokenInvalid, refuse, type Refusal } from '../errors.ts';
import { holderIsLost, isExpired, issuerIsLost } from './rules.ts';

/** All that a credential's judgement rests on, read in one query; nothing else on a request path reads these rows. */
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
  /** Who is behind the credential. */
  persons: string[];
};

const columns = [
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
  const [snapshot = null] = await knex('mcpCredential as credential')
    .join('workspace', 'workspace.id', 'credential.workspaceId')
    .join('member as holder', 'holder.id', 'credential.holderId')
    .join('member as issuer', 'issuer.id', 'credential.issuedBy')
    .where('credential.id', credentialId)
    .select<McpCredentialSnapshot[]>([...columns, knex.raw(persons)]);
  return snapshot;
}

export type JudgedMcpCredential = Omit<McpCaller, 'scopes' | 'tokenExpiresAt'>;

/**
 * What a credential is at this moment, with a token that was got by the version of it. Throws `session_invalid`,
 * `mcp_credential_stopped` or `workspace_inactive`.
 */
export function judgeMcpCredential(
  snapshot: McpCredentialSnapshot | null,
  { credentialVersion }: Pick<McpCaller, 'credentialVersion'>,
  now: Date,
): JudgedMcpCredential {
  if (!snapshot) throw agentTokenInvalid();
  const refusal = whyStopped(snapshot, credentialVersion, now);
  if (refusal) throw refusal;
  if (snapshot.workspaceStatus !== 'ACTIVE')
    throw refuse('workspace_inactive', 'The workspace of this MCP credential is not active.');
  const { credentialId, workspaceId, holderId } = snapshot;
  return { kind: 'MCP', credentialId, credentialVersion, workspaceId, holderId, persons: snapshot.persons };
}

function whyStopped(snapshot: McpCredentialSnapshot, version: number, now: Date): Refusal | null {
  if (snapshot.status === 'REVOKED') return stopped('was revoked. Ask for another one.');
  if (snapshot.version !== version) return stopped('was rotated since. Get a token with the new one.');
  if (isExpired(snapshot, now)) return stopped(`expired on ${snapshot.expiresOn}. Ask for another one.`);
  const holder = { status: snapshot.holderStatus, activations: snapshot.holderPresentActivations };
  if (holderIsLost(holder, snapshot.holderActivations))
    return stopped('is held by nobody who is here as they were when it was made. Have it rotated.');
  const issuer = {
    status: snapshot.issuerStatus,
    role: snapshot.issuerRole,
    activations: snapshot.issuerPresentActivations,
  };
  if (issuerIsLost(issuer, snapshot.issuedActivations))
    return stopped('was issued by somebody who has left, or makes none any more. Have it rotated.');
  return null;
}

function stopped(why: string): Refusal {
  return refuse('mcp_credential_stopped', `The MCP credential ${why}`);
}
