import { z } from 'zod';
import type { ErrorCode } from '../../../schema/values/error-table.ts';
import * as documents from '../../documents.generated.ts';
import { countedArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import {
  ApprovalComment,
  ApprovalRequest,
  ApprovalKind,
  ApprovalStatus,
  Approve,
  CommentOnRequest,
  DecideRequests,
  DecidedRequests,
  ListedApprovalRequest,
  Refuse,
} from '../../http/shapes/approval.ts';
import { ApprovalStats } from '../../http/shapes/series.ts';
import { spanArgs, spanQuery } from '../../http/span.ts';
import { countedListOf, countedQuery } from '../../http/shapes/common.ts';

const tag = 'Approvals';
const byId = z.object({ id: z.string() });
const errors: ErrorCode[] = [
  'self_approval_forbidden',
  'approver_too_new',
  'address_not_proved',
  'approver_not_independent',
  'already_decided',
  'subject_changed',
  'invalid_transition',
];

const commentErrors: ErrorCode[] = ['person_required', 'invalid_transition', 'limit_reached'];

export const approvalRoutes = [
  route('GET', '/api/console/approvals', documents.ApprovalRequestsDocument, {
    credential: 'session',
    tag,
    summary: 'List the approval requests and their decisions',
    query: countedQuery.extend({
      status: ApprovalStatus.optional().meta({ description: 'Only requests with this status.' }),
      kind: ApprovalKind.optional().meta({ description: 'Only requests of this kind.' }),
      requestedBy: z
        .string()
        .optional()
        .meta({ description: 'Only requests of this member, also by their agents.' }),
      decidableByMe: z
        .literal('true')
        .optional()
        .meta({ description: 'Only the pending requests that you could approve now.' }),
    }),
    answer: countedListOf(ListedApprovalRequest),
    variables: ({ query: { status, kind, requestedBy, decidableByMe, ...page } }) => ({
      ...countedArgs(page),
      status: status ?? null,
      kind: kind ?? null,
      requestedBy: requestedBy ?? null,
      decidableByMe: decidableByMe === 'true',
    }),
    reply: pageReply,
  }),
  route('GET', '/api/console/approval-stats', documents.ApprovalStatsDocument, {
    credential: 'session',
    tag,
    summary: 'Count the requests and decisions, with the median wait, by the hour or day',
    query: spanQuery,
    answer: ApprovalStats,
    variables: ({ query }) => spanArgs(query),
    reply: (stats) => stats,
  }),
  route('GET', '/api/console/approvals/:id', documents.ApprovalRequestDocument, {
    credential: 'session',
    tag,
    summary: 'Read a request with its decisions and comments',
    params: byId,
    answer: ApprovalRequest,
    variables: ({ params }) => params,
    reply: (request) => request,
  }),
  route('POST', '/api/console/approvals/:id/approve', documents.ApproveRequestDocument, {
    credential: 'session',
    tag,
    summary: 'Approve a request',
    params: byId,
    body: Approve,
    answer: ApprovalRequest,
    variables: ({ params, body }) => ({ input: { approvalRequestId: params.id, ...body } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors,
  }),
  route('POST', '/api/console/approvals/:id/reject', documents.RejectRequestDocument, {
    credential: 'session',
    tag,
    summary: 'Reject a request',
    params: byId,
    body: Refuse,
    answer: ApprovalRequest,
    variables: ({ params, body }) => ({ input: { approvalRequestId: params.id, ...body } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors,
  }),
  route('POST', '/api/console/approvals/:id/request-changes', documents.RequestChangesDocument, {
    credential: 'session',
    tag,
    summary: 'Send a request back for changes',
    params: byId,
    body: Refuse,
    answer: ApprovalRequest,
    variables: ({ params, body }) => ({ input: { approvalRequestId: params.id, ...body } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors,
  }),
  route('POST', '/api/console/approvals/batch-decide', documents.DecideRequestsDocument, {
    credential: 'session',
    tag,
    summary: 'Decide several requests independently',
    body: DecideRequests,
    answer: DecidedRequests,
    variables: ({ body }) => ({ input: body }),
    reply: (answered) => answered,
  }),
  route('POST', '/api/console/approvals/:id/cancel', documents.CancelRequestDocument, {
    credential: 'session',
    tag,
    summary: 'Cancel a pending request',
    params: byId,
    answer: ApprovalRequest,
    variables: ({ params }) => ({ input: { approvalRequestId: params.id } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors: ['invalid_transition'],
  }),
  // The same command at two paths: as a verb of the request, and as an addition to the list of comments.
  route('POST', '/api/console/approvals/:id/comment', documents.CommentOnApprovalDocument, {
    credential: 'session',
    tag,
    summary: 'Comment on a pending request, as at `/comments`',
    params: byId,
    body: CommentOnRequest,
    answer: ApprovalComment,
    status: 201,
    variables: ({ params, body }) => ({ input: { approvalRequestId: params.id, ...body } }),
    reply: ({ approvalComment }) => approvalComment,
    errors: commentErrors,
  }),
  route('POST', '/api/console/approvals/:approvalRequestId/comments', documents.CommentOnRequestDocument, {
    credential: 'session',
    tag,
    summary: 'Comment on a pending request without deciding it',
    params: z.object({ approvalRequestId: z.string() }),
    body: CommentOnRequest,
    answer: ApprovalComment,
    status: 201,
    variables: ({ params, body }) => ({ input: { ...params, ...body } }),
    reply: ({ approvalComment }) => approvalComment,
    errors: commentErrors,
  }),
];
