import { ApprovalComment } from '../../../db/models/approval-comment.ts';
import type { ApprovalRequest } from '../../../db/models/approval-request.ts';
import { assertOneOf } from '../../kernel/access/permissions.ts';
import { record } from '../../records/audit/record.ts';
import { builder } from '../../kernel/builder.ts';
import { memberOf, personOf, type Context, type TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import * as formats from '../../values/formats.ts';
import { newId } from '../../values/id.ts';
import { ApprovalCommentType } from './comment-type.ts';
import { requestFields } from './fields.ts';
import { lockApprovalRequest } from './find.ts';
import { kindOf } from './kinds.ts';
import { accountablePersons } from './accountable-persons.ts';
import { approvalMoves, maxComments, statusAt } from './rules.ts';
import { announceComment } from './announce-comment.ts';
import { toEventData } from './event-data.ts';

interface Comment {
  approvalRequestId: string;
  comment: string;
}

/** Comments on a pending request. A comment decides nothing and changes no digest. */
export async function commentOnRequest(ctx: Context, { approvalRequestId, comment }: Comment) {
  return await ctx.transaction(async (tx) => {
    assertPerson(tx);
    const approvalRequest = await lockApprovalRequest(tx, approvalRequestId);
    await assertPart(tx, approvalRequest);
    approvalMoves.next(statusAt(approvalRequest, tx.clock.now()), 'take a comment');
    await assertRoom(tx, approvalRequest);
    const approvalComment = await insert(tx, approvalRequest, comment);
    await announceComment(tx, approvalRequest);
    const { id, memberId } = approvalComment;
    // Without the text: events also go to receivers that may not read requests.
    const data = { ...toEventData(approvalRequest), comment: { id, memberId } };
    await record(tx, 'approval.commented', {
      subject: approvalRequest,
      data,
      changes: { approvalCommentId: id },
    });
    return { approvalComment, approvalRequest };
  });
}

function assertPerson(tx: TransactionContext): void {
  if (memberOf(tx).kind === 'HUMAN') return;
  throw refuse(
    'person_required',
    'An automation cannot comment on a request. Have a person who asks or decides do it.',
  );
}

// Accountable persons may comment even if their role no longer permits the request.
async function assertPart(tx: TransactionContext, request: ApprovalRequest): Promise<void> {
  const persons = await accountablePersons(tx, request);
  if (persons.includes(personOf(tx).personId)) return;
  const { asking } = kindOf(request.kind);
  assertOneOf(memberOf(tx), asking ? ['approvals:decide', asking] : ['approvals:decide']);
}

// The request is locked, so the count cannot change meanwhile.
async function assertRoom(tx: TransactionContext, { id }: ApprovalRequest): Promise<void> {
  const count = await ApprovalComment.inWorkspace(tx).where({ requestId: id }).resultSize();
  if (count < maxComments) return;
  throw refuse(
    'limit_reached',
    `The request has ${maxComments} comments, the maximum. Decide it, or cancel it and make a new request.`,
  );
}

async function insert(tx: TransactionContext, request: ApprovalRequest, comment: string) {
  const now = tx.clock.now();
  return await ApprovalComment.query(tx.knex)
    .insert({
      id: newId('approvalComment'),
      workspaceId: request.workspaceId,
      requestId: request.id,
      memberId: memberOf(tx).memberId,
      personId: personOf(tx).personId,
      comment,
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
}

builder.relayMutationField(
  'commentOnRequest',
  {
    inputFields: (t) => ({
      approvalRequestId: t.id({ required: true, description: 'The request.' }),
      comment: t.string({
        required: true,
        validate: formats.comment,
        description: 'The comment, in 1 to 2000 characters.',
      }),
    }),
  },
  {
    description:
      'Comments on a pending request without deciding it. Needs `approvals:read`, and the permission to decide ' +
      'requests or to make this one. A person accountable for the request needs neither. Errors: ' +
      `\`person_required\` for an automation, \`limit_reached\` after ${maxComments}.`,
    authScopes: { can: 'approvals:read' },
    resolve: async (_root, { input }, ctx) => await commentOnRequest(ctx, input),
  },
  {
    outputFields: (t) => ({
      approvalComment: t.field({
        type: ApprovalCommentType,
        resolve: ({ approvalComment }) => approvalComment,
      }),
      ...requestFields(t),
    }),
  },
);
