import { z } from 'zod';
import {
  AcceptInvitationDocument,
  ConfirmMembershipDocument,
  CreateWorkspaceDocument,
  DeclineMembershipDocument,
  DeletingWorkspacesDocument,
  MeDocument,
  RestoreWorkspaceDocument,
  WorkspacesDocument,
} from '../documents.generated.ts';
import { pageArgs, pageReply } from '../http/page.ts';
import { route } from './route.ts';
import { NameOnly, listOf, listQuery } from '../http/shapes/common.ts';
import { AcceptedInvitation, InvitationToken } from '../http/shapes/invitation.ts';
import { Workspace } from '../http/shapes/member.ts';
import { Me, OwnPerson } from '../http/shapes/session.ts';

const tag = 'Developer portal';
const ofWorkspace = z.object({ workspaceId: z.string() });

export const portalRoutes = [
  route('GET', '/api/developer-portal/me', MeDocument, {
    isHot: true,
    credential: 'session',
    tag,
    summary: 'Read the caller, the workspace of the request, and the caller’s permissions there',
    answer: Me,
    variables: () => ({}),
    reply: (me) => me,
  }),
  route('GET', '/api/developer-portal/workspaces', WorkspacesDocument, {
    credential: 'session',
    tag,
    summary: 'List the workspaces of the caller',
    query: listQuery,
    answer: listOf(Workspace),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', '/api/developer-portal/workspaces', CreateWorkspaceDocument, {
    credential: 'session',
    tag,
    summary: 'Create another workspace',
    body: NameOnly,
    answer: Workspace,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ workspace }) => workspace,
  }),
  route('GET', '/api/developer-portal/workspaces/deleting', DeletingWorkspacesDocument, {
    credential: 'session',
    tag,
    summary: 'List the workspaces under deletion that the caller can restore',
    query: listQuery,
    answer: listOf(Workspace),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', '/api/developer-portal/workspaces/:workspaceId/restore', RestoreWorkspaceDocument, {
    credential: 'session',
    tag,
    summary: 'Restore a workspace under deletion; its live keys stay revoked',
    params: ofWorkspace,
    answer: Workspace,
    variables: ({ params }) => ({ input: { id: params.workspaceId } }),
    reply: ({ workspace }) => workspace,
    errors: ['invalid_transition'],
  }),
  route('POST', '/api/developer-portal/workspaces/:workspaceId/confirm', ConfirmMembershipDocument, {
    credential: 'session',
    tag,
    summary: 'Confirm an unconfirmed membership of the caller',
    params: ofWorkspace,
    answer: AcceptedInvitation,
    variables: ({ params }) => ({ input: params }),
    reply: (it) => it,
  }),
  route('POST', '/api/developer-portal/workspaces/:workspaceId/decline', DeclineMembershipDocument, {
    credential: 'session',
    tag,
    summary: 'Decline an unconfirmed membership of the caller permanently',
    params: ofWorkspace,
    answer: OwnPerson,
    variables: ({ params }) => ({ input: params }),
    reply: (it) => it,
    errors: ['last_owner'],
  }),
  route('POST', '/api/developer-portal/invitations/accept', AcceptInvitationDocument, {
    credential: 'session',
    tag: 'Invitations',
    summary: 'Accept an invitation to a workspace',
    body: InvitationToken,
    answer: AcceptedInvitation,
    variables: ({ body }) => ({ input: body }),
    reply: (it) => it,
    errors: [
      'not_found',
      'invitation_email_mismatch',
      'invitation_expired',
      'invitation_revoked',
      'already_member',
      'invalid_transition',
    ],
  }),
];
