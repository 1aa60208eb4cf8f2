import type { Knex } from 'knex';
import { ApprovalDecision } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Scope } from '../../../db/models/base.ts';
import { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { Workspace } from '../../../db/models/workspace.ts';
import { accountablePersonsOfMembers } from '../../identity/automation/accountable-persons.ts';
import { accountablePersonsOfAgents } from '../../identity/mcp-credential/accountable-persons.ts';
import { membersLetInBy } from '../../identity/member/admission.ts';
import { decidingRoles, kindOf, type ApprovalKind } from './kinds.ts';
import { accountablePersons } from './accountable-persons.ts';

/** Somebody of a deciding role who is not behind a request, and was there before it. */
export interface Approver {
  member: Member;
  /** Whether nobody behind the request let them in, not even along a chain. */
  isIndependent: boolean;
  /** Whether they have shown that they read mail at their address. */
  hasProvedAddress: boolean;
}

type Asked = Pick<ApprovalRequest, 'kind' | 'persons' | 'requestedBy' | 'mcpCredentialId' | 'openedPosition'>;

/** Everybody who is active, human, of a deciding role and not behind the request, and was all of that before it. */
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

/** The members of the persons, and whom those have let in, along chains. */
export async function dependentMembers(
  { knex, workspaceId }: Scope,
  persons: readonly string[],
): Promise<Set<string>> {
  const own = knex('member').select('id').where({ workspaceId }).whereIn('personId', persons);
  const rows: { memberId: string }[] = await membersLetInBy(knex, own);
  return new Set(rows.map(({ memberId }) => memberId));
}

/** Of those, who have not decided the request. */
export async function undecided(
  scope: Scope,
  requestId: string,
  approvers: readonly Approver[],
): Promise<Approver[]> {
  const decisions = await ApprovalDecision.inWorkspace(scope).where({ requestId });
  const decided = new Set<string | null>(decisions.map(({ personId }) => personId));
  return approvers.filter(({ member }) => !decided.has(member.personId));
}

/** Whether the workspace has only independent approvers decide. */
export async function requiresIndependence({ knex, workspaceId }: Scope): Promise<boolean> {
  const workspace = await Workspace.query(knex).findById(String(workspaceId)).throwIfNotFound();
  return workspace.requiresIndependentApprovers;
}

/** Who of `approversOf` has proved their address, for each request of the kind, as a part of a query of requests. */
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

/** Of those, whose decision counts: in a workspace that requires it, the independent ones. */
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

/** Who of them is independent. */
export function independentEach(knex: Knex, row: ApprovalKind): Knex.QueryBuilder {
  return approversEach(knex, row).whereNotIn('member.id', dependentEach(knex));
}

/** The ids of the members behind each request and of whom they let in, as a part of a query of requests. */
export function dependentEach(knex: Knex): Knex.QueryBuilder {
  return membersLetInBy(knex, accountableEach(knex).select('behind.id'));
}

/** Who is behind each request by now, as a part of a query of requests. */
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
