import type { Knex } from 'knex';
import { AutomationCredential } from '../../../db/models/automation-credential.ts';
import { Automation } from '../../../db/models/automation.ts';
import { Member, type MemberStatus, type Role } from '../../../db/models/member.ts';
import type { WorkspaceStatus } from '../../../db/models/workspace.ts';
import { verifiedRow, macColumns, type WrongMac } from '../../../db/row-macs.ts';
import type { AutomationCaller, Membership } from '../../kernel/access/caller.ts';
import { refuse, sessionInvalid, workspaceAccessDenied, type Refusal } from '../../values/errors.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';
import { isExpired, isLost, statusNow } from './rules.ts';

/** All data to evaluate a credential, read in one query. Nothing else in the request path reads its rows. */
export type AutomationSnapshot = Membership &
  Pick<Automation, 'ownerActivations'> &
  Pick<AutomationCredential, 'expiresOn' | 'issuedActivations'> & {
    automationId: string;
    credentialId: string;
    credentialStatus: AutomationCredential['status'];
    credentialVersion: number;
    automationStatus: Automation['status'];
    memberStatus: MemberStatus;
    activations: number;
    workspaceStatus: WorkspaceStatus;
    ownerStatus: MemberStatus;
    ownerRole: Role;
    ownerPresentActivations: number;
    issuerStatus: MemberStatus;
    issuerRole: Role;
    issuerPresentActivations: number;
    /** The persons accountable for the automation. */
    persons: string[];
    broken: WrongMac | null;
  };

const withMacs = {
  credential: AutomationCredential,
  automation: Automation,
  member: Member,
  owner: Member,
  issuer: Member,
};

const columns = [
  ...macColumns(withMacs),
  'credential.id as credentialId',
  'credential.status as credentialStatus',
  'credential.version as credentialVersion',
  'credential.expiresOn',
  'credential.issuedActivations',
  'issuer.status as issuerStatus',
  'issuer.role as issuerRole',
  'issuer.activations as issuerPresentActivations',
  'automation.id as automationId',
  'automation.status as automationStatus',
  'automation.ownerActivations',
  'owner.status as ownerStatus',
  'owner.role as ownerRole',
  'owner.activations as ownerPresentActivations',
  'member.id as memberId',
  'member.workspaceId',
  'member.kind',
  'member.role',
  'member.status as memberStatus',
  'member.activations',
  'member.joinedAt',
  'workspace.name as workspaceName',
  'workspace.slug as workspaceSlug',
  'workspace.status as workspaceStatus',
];

const persons =
  'array(select distinct person_id from automation_person where automation_id = automation.id) as persons';

export async function automationSnapshot(
  knex: Knex,
  credentialId: string,
): Promise<AutomationSnapshot | null> {
  const [snapshot = null] = await automationSnapshots(knex, [credentialId]);
  return snapshot;
}

/** Named by the id of the credential. */
export const automationSnapshotKind: SnapshotKind<AutomationSnapshot> = {
  max: 10_000,
  read: automationSnapshot,
  chainsOf: ({ workspaceId }) => [workspaceId],
};

/** Returns the snapshots of several credentials; unknown ids are absent. */
export async function automationSnapshots(
  knex: Knex,
  credentialIds: readonly string[],
): Promise<AutomationSnapshot[]> {
  const rows = await knex('automationCredential as credential')
    .join('automation', 'automation.id', 'credential.automationId')
    .join('member', 'member.id', 'automation.memberId')
    .join('member as owner', 'owner.id', 'automation.ownerId')
    .join('member as issuer', 'issuer.id', 'credential.issuedBy')
    .join('workspace', 'workspace.id', 'automation.workspaceId')
    .whereRaw('credential.id = any (?)', [[...credentialIds]])
    .select<AutomationSnapshot[]>([...columns, knex.raw(persons)]);
  return rows.map((row) => verifiedRow(knex, withMacs, row));
}

export type EvaluatedAutomation = Omit<AutomationCaller, 'tokenExpiresAt'>;

/** The credential's version and the membership's activations, as the token contains them. */
type Got = Pick<AutomationCaller, 'credentialVersion' | 'activations'>;

/**
 * Returns the automation as a caller, for a token with these values, or before its first token is issued.
 * Throws `session_invalid` or `automation_stopped`, `workspace_access_denied` if its membership or workspace
 * is not active, and `session_expired` if it was reactivated after the token was issued.
 */
export function evaluateAutomation(
  snapshot: AutomationSnapshot | null,
  got: Got | Pick<Got, 'credentialVersion'>,
  now: Date,
): EvaluatedAutomation {
  if (!snapshot) throw sessionInvalid();
  if (snapshot.broken) throw snapshot.broken;
  const refusal = whyStopped(snapshot, got.credentialVersion, now);
  if (refusal) throw refusal;
  // spec §5.3
  if (snapshot.memberStatus !== 'ACTIVE' || snapshot.workspaceStatus !== 'ACTIVE')
    throw workspaceAccessDenied();
  // A counter, because the times in a token have only whole seconds.
  if ('activations' in got && got.activations !== snapshot.activations)
    throw refuse(
      'session_expired',
      'The automation was reactivated after this token was issued. Get a new token at POST /api/auth/automation/token.',
    );
  const { memberId, workspaceId, workspaceName, workspaceSlug, kind, role, joinedAt } = snapshot;
  const { automationId, credentialId, credentialVersion, activations } = snapshot;
  return {
    kind: 'AUTOMATION',
    memberId,
    automationId,
    credentialId,
    credentialVersion,
    activations,
    membership: { memberId, workspaceId, workspaceName, workspaceSlug, kind, role, joinedAt },
    persons: snapshot.persons,
  };
}

function whyStopped(snapshot: AutomationSnapshot, version: number, now: Date): Refusal | null {
  if (snapshot.credentialStatus === 'REVOKED')
    return refuse('automation_stopped', 'The automation’s credential was revoked. Create another one.');
  if (snapshot.credentialVersion !== version)
    return refuse(
      'automation_stopped',
      'The automation’s credential has been rotated. Get a token with the new one.',
    );
  if (isExpired(snapshot, now))
    return refuse(
      'automation_stopped',
      `The automation’s credential expired on ${snapshot.expiresOn}. Create another one.`,
    );
  const { automationStatus: status, ownerActivations } = snapshot;
  const owner = {
    status: snapshot.ownerStatus,
    role: snapshot.ownerRole,
    activations: snapshot.ownerPresentActivations,
  };
  if (statusNow({ status, ownerActivations }, owner) !== 'ACTIVE')
    return refuse(
      'automation_stopped',
      'The automation’s owner has left the workspace or no longer manages members. Have another member adopt it.',
    );
  const issuer = {
    status: snapshot.issuerStatus,
    role: snapshot.issuerRole,
    activations: snapshot.issuerPresentActivations,
  };
  if (isLost(issuer, snapshot.issuedActivations))
    return refuse(
      'automation_stopped',
      'The issuer of the automation’s credential has left the workspace or no longer manages members. Rotate it, or create another one.',
    );
  return null;
}
