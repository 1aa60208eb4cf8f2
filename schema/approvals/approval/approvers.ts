import type { Knex } from 'knex';
import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Scope } from '../../../db/models/base.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { accountablePersonsOfMembers } from '../../identity/automation/accountable-persons.ts';
import { accountablePersonsOfAgents } from '../../identity/mcp-credential/accountable-persons.ts';
import { membersAdmittedBy } from '../../identity/member/admission.ts';
import { decidingRoles, kindOf, type ApprovalKind } from './kinds.ts';
import { accountablePersons } from './accountable-persons.ts';

/** A member with a deciding role since before the request, who is not accountable for it. */
export interface Approver {
  member: Member;
  /** Whether no accountable person of the request admitted the member, directly or along a chain. */
  isIndependent: boolean;
  /** Whether the person has verified their e-mail address. */
  hasProvedAddress: boolean;
}

type Asked = Pick<ApprovalRequest, 'kind' | 'persons' | 'requestedBy' | 'mcpCredentialId' | 'openedPosition'>;

/**
 * Returns the active human members who are not accountable for the request and have had a deciding role since
 * before it.
 */
export async function approversOf(scope: Scope, request: Asked): Promise<Approver[]> {
  const { knex } = scope;
  const persons = await accountablePersons(scope, request);
  const members = await Member.inWorkspace(scope)
    .where({ status: 'ACTIVE', kind: 'HUMAN' })
    .whereIn('role', decidingRoles(kindOf(request.kind)))
    .whereNotIn('personId', persons)
    .where('activePosition', '<', request.openedPosition)
    .where('rolePosition', '<', request.openedPosition)
    .orderBy('id');
  const proved = await Person.query(knex)
    .findByIds(members.flatMap(({ personId }) => personId ?? []))
    .whereNotNull('emailVerifiedAt');
  const provedIds = new Set<string | null>(proved.map(({ id }) => id));
  const dependent = await dependentMembers(scope, persons);
  return members.map((member) => ({
    member,
    isIndependent: !dependent.has(member.id),
    hasProvedAddress: provedIds.has(member.personId),
  }));
}

/** Returns the ids of the persons' members, and of the members whom they admitted, along chains. */
export async function dependentMembers(
  { knex, workspaceId }: Scope,
  persons: readonly string[],
): Promise<Set<string>> {
  const own = knex('member').select('id').where({ workspaceId }).whereIn('personId', persons);
  const rows: { memberId: string }[] = await membersAdmittedBy(knex, own);
  return new Set(rows.map(({ memberId }) => memberId));
}

/** Returns the approvers who have not decided the request. */
export async function undecided(
  scope: Scope,
  requestId: string,
  approvers: readonly Approver[],
): Promise<Approver[]> {
  const decisions = await ApprovalDecision.inWorkspace(scope).where({ requestId });
  const decided = new Set<string | null>(decisions.map(({ personId }) => personId));
  return approvers.filter(({ member }) => !decided.has(member.personId));
}

/** Returns whether the workspace requires independent approvers. */
export async function requiresIndependence({ knex, workspaceId }: Scope): Promise<boolean> {
  const workspace = await Workspace.query(knex).findById(String(workspaceId)).throwIfNotFound();
  return workspace.requiresIndependentApprovers;
}

/**
 * Returns a subquery for a query of requests of the kind: the members of `approversOf` with a verified
 * address.
 */
export function approversEach(knex: Knex, row: ApprovalKind): Knex.QueryBuilder {
  return knex('member')
    .join('person', 'person.id', 'member.personId')
    .whereNotNull('person.emailVerifiedAt')
    .whereRaw('member.workspace_id = approval_request.workspace_id')
    .where({ 'member.status': 'ACTIVE', 'member.kind': 'HUMAN' })
    .whereIn('member.role', decidingRoles(row))
    .whereNotExists(accountableEach(knex).whereRaw('behind.id = member.id'))
    .whereRaw('member.active_position < approval_request.opened_position')
    .whereRaw('member.role_position < approval_request.opened_position');
}

/**
 * The same, restricted to those whose decision counts: if the workspace requires it, only independent ones.
 */
export function couldDecideEach(knex: Knex, row: ApprovalKind): Knex.QueryBuilder {
  return approversEach(knex, row)
    .join('workspace', 'workspace.id', 'member.workspaceId')
    .where(
      (any) =>
        void any
          .where('workspace.requiresIndependentApprovers', false)
          .orWhereNotIn('member.id', dependentEach(knex)),
    );
}

/** The same as `approversEach`, restricted to independent members. */
export function independentEach(knex: Knex, row: ApprovalKind): Knex.QueryBuilder {
  return approversEach(knex, row).whereNotIn('member.id', dependentEach(knex));
}

/**
 * Returns a subquery for a query of requests: the ids of the accountable members, and of the members they
 * admitted.
 */
export function dependentEach(knex: Knex): Knex.QueryBuilder {
  return membersAdmittedBy(knex, accountableEach(knex).select('behind.id'));
}

/** Returns a subquery for a query of requests: the members who are accountable now. */
function accountableEach(knex: Knex): Knex.QueryBuilder {
  return knex('member as behind')
    .whereRaw('behind.workspace_id = approval_request.workspace_id')
    .where(
      (any) =>
        void any
          .whereRaw('behind.person_id = any (approval_request.persons)')
          .orWhereExists(
            accountablePersonsOfMembers(knex)
              .whereRaw('automation.member_id = approval_request.requested_by')
              .whereRaw('automation_person.person_id = behind.person_id'),
          )
          .orWhereExists(
            accountablePersonsOfAgents(knex).whereRaw('mcp_credential_person.person_id = behind.person_id'),
          ),
    );
}
