import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { Reason, listOf, listQuery } from '../../http/shapes/common.ts';
import { Invitation, InvitationStatus, InviteMember } from '../../http/shapes/invitation.ts';

const tag = 'Invitations';
const byId = z.object({ id: z.string() });

export const invitationRoutes = [
  route('GET', '/api/console/invitations', documents.InvitationsDocument, {
    credential: 'session',
    tag,
    summary: 'List the invitations',
    query: listQuery.extend({
      status: InvitationStatus.optional().meta({ description: 'Only invitations with this status.' }),
    }),
    answer: listOf(Invitation),
    variables: ({ query: { status, ...page } }) => ({ ...pageArgs(page), status: status ?? null }),
    reply: pageReply,
  }),
  route('POST', '/api/console/invitations', documents.InviteMemberDocument, {
    credential: 'session',
    tag,
    summary: 'Invite an e-mail address to become a member',
    body: InviteMember,
    answer: Invitation,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ invitation }) => invitation,
    errors: ['rank_too_low', 'already_member', 'already_invited'],
  }),
  route('GET', '/api/console/invitations/:id', documents.InvitationDocument, {
    credential: 'session',
    tag,
    summary: 'Read an invitation',
    params: byId,
    answer: Invitation,
    variables: ({ params }) => params,
    reply: (invitation) => invitation,
  }),
  route('DELETE', '/api/console/invitations/:id', documents.RevokeInvitationDocument, {
    credential: 'session',
    tag,
    summary: 'Revoke an invitation',
    params: byId,
    body: Reason.optional(),
    answer: Invitation,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ invitation }) => invitation,
    errors: ['rank_too_low', 'invalid_transition'],
  }),
  route('POST', '/api/console/invitations/:id/resend', documents.ResendInvitationDocument, {
    credential: 'session',
    tag,
    summary: 'Resend an invitation, with a new token',
    params: byId,
    answer: Invitation,
    variables: ({ params }) => ({ input: params }),
    reply: ({ invitation }) => invitation,
    errors: ['rank_too_low', 'invalid_transition', 'limit_reached', 'already_member', 'already_invited'],
  }),
];
