import { z } from 'zod';
import type { ErrorCode } from '../../../schema/values/error-table.ts';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { parentCheck, route } from '../route.ts';
import { Approve, ApprovalRequest, Refuse } from '../../http/shapes/approval.ts';
import { listOf, listQuery } from '../../http/shapes/common.ts';
import {
  EndProductionAccess,
  ProductionAccess,
  ProductionAccessRevision,
  SubmitProductionAccess,
} from '../../http/shapes/production-access.ts';

const tag = 'Production access';
const decisionErrors: ErrorCode[] = [
  'self_approval_forbidden',
  'approver_too_new',
  'address_not_proved',
  'approver_not_independent',
  'already_decided',
  'subject_changed',
  'invalid_transition',
];
const base = '/api/console/applications/:applicationId/production-access' as const;
const request = `${base}/requests/:approvalRequestId` as const;
const params = z.object({ applicationId: z.string() });
const ofRequest = params.extend({ approvalRequestId: z.string() });

const ofApplication = parentCheck(
  'approvalRequestId',
  documents.ProductionAccessRequestDocument,
  ({ productionAccess }) => Boolean(productionAccess?.revisionOfRequest),
);

export const productionAccessRoutes = [
  route('GET', base, documents.ProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Read the production access of an application',
    params,
    answer: ProductionAccess,
    variables: ({ params: { applicationId } }) => ({ applicationId }),
    reply: (access) => access,
  }),
  route('GET', `${base}/revisions`, documents.ProductionAccessRevisionsDocument, {
    credential: 'session',
    tag,
    summary: 'List the submissions with their results and changes',
    params,
    query: listQuery,
    answer: listOf(ProductionAccessRevision),
    variables: ({ params: { applicationId }, query }) => ({ applicationId, ...pageArgs(query) }),
    reply: pageReply,
  }),
  route('POST', `${base}/requests`, documents.RequestProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Request production access, which a different person decides',
    params,
    body: SubmitProductionAccess,
    answer: ProductionAccess,
    status: 201,
    variables: ({ params: { applicationId }, body }) => ({ input: { applicationId, ...body } }),
    reply: ({ productionAccess }) => productionAccess,
    errors: ['invalid_transition', 'no_eligible_approver'],
  }),
  route('POST', `${request}/resubmit`, documents.ResubmitProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Submit the next revision after an approver requested changes',
    params: ofRequest,
    body: SubmitProductionAccess,
    answer: ProductionAccess,
    variables: ({ params: ids, body }) => ({ input: { ...ids, ...body } }),
    reply: ({ productionAccess }) => productionAccess,
    errors: ['invalid_transition', 'no_eligible_approver'],
  }),
  route('POST', `${request}/withdraw`, documents.CancelRequestDocument, {
    credential: 'session',
    operationId: 'withdrawProductionAccess',
    tag,
    summary: 'Cancel a pending request',
    params: ofRequest,
    parent: ofApplication,
    answer: ApprovalRequest,
    variables: ({ params: { approvalRequestId } }) => ({ input: { approvalRequestId } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors: ['invalid_transition'],
  }),
  route('POST', `${request}/approve`, documents.ApproveRequestDocument, {
    credential: 'session',
    operationId: 'approveProductionAccess',
    tag,
    summary: 'Approve a request for production access',
    params: ofRequest,
    parent: ofApplication,
    body: Approve,
    answer: ApprovalRequest,
    variables: ({ params: { approvalRequestId }, body }) => ({ input: { approvalRequestId, ...body } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors: decisionErrors,
  }),
  route('POST', `${request}/reject`, documents.RejectRequestDocument, {
    credential: 'session',
    operationId: 'rejectProductionAccess',
    tag,
    summary: 'Reject a request for production access',
    params: ofRequest,
    parent: ofApplication,
    body: Refuse,
    answer: ApprovalRequest,
    variables: ({ params: { approvalRequestId }, body }) => ({ input: { approvalRequestId, ...body } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors: decisionErrors,
  }),
  route('POST', `${request}/request-changes`, documents.RequestChangesDocument, {
    credential: 'session',
    operationId: 'requestProductionAccessChanges',
    tag,
    summary: 'Send a request for production access back for changes',
    params: ofRequest,
    parent: ofApplication,
    body: Refuse,
    answer: ApprovalRequest,
    variables: ({ params: { approvalRequestId }, body }) => ({ input: { approvalRequestId, ...body } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors: decisionErrors,
  }),
  route('POST', `${base}/suspend`, documents.SuspendProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Stop the application’s live keys immediately',
    params,
    body: EndProductionAccess,
    answer: ProductionAccess,
    variables: ({ params: { applicationId }, body }) => ({ input: { applicationId, ...body } }),
    reply: ({ productionAccess }) => productionAccess,
    errors: ['invalid_transition'],
  }),
  route('POST', `${base}/revoke`, documents.RevokeProductionAccessDocument, {
    credential: 'session',
    tag,
    summary: 'Revoke production access and its live keys permanently',
    params,
    body: EndProductionAccess,
    answer: ProductionAccess,
    variables: ({ params: { applicationId }, body }) => ({ input: { applicationId, ...body } }),
    reply: ({ productionAccess }) => productionAccess,
    errors: ['invalid_transition'],
  }),
];
