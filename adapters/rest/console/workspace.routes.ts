import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { ApprovalRequest } from '../../http/shapes/approval.ts';
import { Reason, listOf, listQuery } from '../../http/shapes/common.ts';
import { RoleInfo, UpdateWorkspace, Workspace } from '../../http/shapes/member.ts';
import { SearchHit, SearchQuery } from '../../http/shapes/search.ts';
import { Session } from '../../http/shapes/session.ts';

const byId = z.object({ id: z.string() });

export const workspaceRoutes = [
  route('GET', '/api/console/workspace', documents.WorkspaceDocument, {
    isHot: true,
    credential: 'session',
    tag: 'Workspace',
    summary: 'Read the workspace',
    answer: Workspace,
    variables: () => ({}),
    reply: (workspace) => workspace,
  }),
  route('PATCH', '/api/console/workspace', documents.UpdateWorkspaceDocument, {
    credential: 'session',
    tag: 'Workspace',
    summary: 'Change the name or the settings of the workspace',
    body: UpdateWorkspace,
    answer: Workspace,
    variables: ({ body }) => ({ input: body }),
    reply: ({ workspace }) => workspace,
    errors: ['rank_too_low'],
  }),
  route('DELETE', '/api/console/workspace', documents.DeleteWorkspaceDocument, {
    credential: 'session',
    tag: 'Workspace',
    summary: 'Request the deletion of the workspace, which a different person decides',
    body: Reason.optional(),
    answer: ApprovalRequest,
    status: 202,
    variables: ({ body }) => ({ input: { ...body } }),
    reply: ({ approvalRequest }) => approvalRequest,
    errors: ['invalid_transition', 'no_eligible_approver'],
  }),
  route('GET', '/api/console/search', documents.SearchDocument, {
    credential: 'session',
    tag: 'Workspace',
    summary: 'Find resources of the workspace by name, id or prefix',
    query: SearchQuery,
    answer: z.object({ data: z.array(SearchHit) }),
    variables: ({ query: { query, limit } }) => ({ query, first: limit }),
    reply: (hits) => ({ data: hits }),
  }),
  route('GET', '/api/console/roles', documents.RolesDocument, {
    isHot: true,
    credential: 'session',
    tag: 'Members',
    summary: 'List the roles with their permissions',
    answer: z.object({ data: z.array(RoleInfo) }),
    variables: () => ({}),
    reply: (roles) => ({ data: roles }),
  }),
  route('GET', '/api/console/sessions', documents.SessionsDocument, {
    credential: 'session',
    tag: 'Sessions',
    summary: 'List the caller’s own sessions',
    query: listQuery,
    answer: listOf(Session),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('DELETE', '/api/console/sessions/:id', documents.RevokeSessionDocument, {
    credential: 'session',
    tag: 'Sessions',
    summary: 'End a session',
    params: byId,
    answer: Session,
    variables: ({ params }) => ({ input: params }),
    reply: ({ session }) => session,
    errors: ['permission_required', 'not_found', 'invalid_transition'],
  }),
];
