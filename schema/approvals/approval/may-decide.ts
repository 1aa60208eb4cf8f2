import { ApprovalDecision, type ApprovalVerdict } from '../../../db/models/approval-decision.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import type { Member } from '../../../db/models/member.ts';
import { Person } from '../../../db/models/person.ts';
import { assertPermission } from '../../kernel/access/permissions.ts';
import { memberOf, personOf, type Context } from '../../kernel/context.ts';
import { refuse, workspaceAccessDenied } from '../../values/errors.ts';
import { approversOf, requiresIndependence, undecided } from './approvers.ts';
import { kindOf } from './kinds.ts';
import {
  addressNotProved,
  approvalMoves,
  assertAnother,
  decidedByYou,
  notIndependent,
  statusAt,
  whoMayNow,
  whyOver,
} from './rules.ts';

const moveOf = { APPROVE: 'approve', REJECT: 'reject', REQUEST_CHANGES: 'request changes' } as const;

interface Deciding {
  /** The persons who are accountable for the request now. */
  persons: string[];
  verdict: ApprovalVerdict;
}

/**
 * Checks that the caller may decide the request now. The order of the checks: permission, four eyes, verified address,
 * pending status, independence. Returns whether no accountable person admitted the caller.
 */
export async function assertMayDecide(
  ctx: Context,
  request: ApprovalRequest,
  member: Member | undefined,
  { persons, verdict }: Deciding,
): Promise<boolean> {
  const { openedPosition } = request;
  assertAnother({ persons, openedPosition }, decider(member, request));
  await assertProvedAddress(ctx);
  await assertWaiting(ctx, request, verdict);
  return await evaluateIndependence(ctx, request);
}

/** The check uses the current role, which may have changed since authentication. */
function decider(member: Member | undefined, { kind }: ApprovalRequest): Member {
  if (!member || member.status !== 'ACTIVE') throw workspaceAccessDenied();
  assertPermission(member, 'approvals:decide');
  assertPermission(member, kindOf(kind).deciding);
  if (member.kind !== 'HUMAN')
    throw refuse('self_approval_forbidden', 'An automation cannot decide a request. Have a person do it.');
  return member;
}

async function assertProvedAddress(ctx: Context): Promise<void> {
  const { emailVerifiedAt } = await Person.query(ctx.knex).findById(personOf(ctx).personId).throwIfNotFound();
  if (!emailVerifiedAt) throw addressNotProved();
}

async function assertWaiting(
  ctx: Context,
  request: ApprovalRequest,
  verdict: ApprovalVerdict,
): Promise<void> {
  const decisions = await ApprovalDecision.inWorkspace(ctx).where({ requestId: request.id }).orderBy('id');
  if (request.status !== 'PENDING') throw whyOver(request, decisions);
  const mine = decisions.find(({ personId }) => personId === personOf(ctx).personId);
  if (mine) throw decidedByYou(mine);
  approvalMoves.next(statusAt(request, ctx.clock.now()), moveOf[verdict]);
}

/**
 * Returns whether no accountable person admitted the caller. Dependent members may decide only if no
 * independent one could and the workspace does not require independence. Throws `approver_not_independent`.
 */
async function evaluateIndependence(ctx: Context, request: ApprovalRequest): Promise<boolean> {
  const requires = await requiresIndependence(ctx);
  const others = await undecided(ctx, request.id, await approversOf(ctx, request));
  const mayNow = whoMayNow(others, requires);
  const mine = mayNow.find(({ member }) => member.id === memberOf(ctx).memberId);
  if (!mine) throw notIndependent(mayNow.length);
  return mine.isIndependent;
}
