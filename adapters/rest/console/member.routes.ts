import { z } from 'zod';
import * as documents from '../../documents.generated.ts';
import { pageArgs, pageReply } from '../../http/page.ts';
import { route } from '../route.ts';
import { Reason, listOf, listQuery } from '../../http/shapes/common.ts';
import { AddMember, ChangeRole, Member } from '../../http/shapes/member.ts';

const byId = z.object({ id: z.string() });

export const memberRoutes = [
  route('GET', '/api/console/members', documents.MembersDocument, {
    credential: 'session',
    tag: 'Members',
    summary: 'List the members',
    query: listQuery,
    answer: listOf(Member),
    variables: ({ query }) => pageArgs(query),
    reply: pageReply,
  }),
  route('POST', '/api/console/members', documents.AddMemberDocument, {
    credential: 'session',
    tag: 'Members',
    summary: 'Offer a membership to a person with an account',
    body: AddMember,
    answer: Member,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: ({ member }) => member,
    errors: ['not_found', 'already_member', 'rank_too_low'],
  }),
  route('GET', '/api/console/members/:id', documents.MemberDocument, {
    credential: 'session',
    tag: 'Members',
    summary: 'Read a member',
    params: byId,
    answer: Member,
    variables: ({ params }) => params,
    reply: (member) => member,
  }),
  route('PATCH', '/api/console/members/:id', documents.ChangeMemberRoleDocument, {
    credential: 'session',
    tag: 'Members',
    summary: 'Give a member another role',
    params: byId,
    body: ChangeRole,
    answer: Member,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ member }) => member,
    errors: ['rank_too_low', 'last_owner', 'invalid_transition'],
  }),
  route('DELETE', '/api/console/members/:id', documents.RemoveMemberDocument, {
    credential: 'session',
    tag: 'Members',
    summary: 'Remove a member permanently',
    params: byId,
    answer: Member,
    variables: ({ params }) => ({ input: params }),
    reply: ({ member }) => member,
    errors: ['rank_too_low', 'last_owner'],
  }),
  route('POST', '/api/console/members/:id/suspend', documents.SuspendMemberDocument, {
    credential: 'session',
    tag: 'Members',
    summary: 'Suspend a member’s access',
    params: byId,
    body: Reason.optional(),
    answer: Member,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ member }) => member,
    errors: ['rank_too_low', 'last_owner', 'invalid_transition'],
  }),
  route('POST', '/api/console/members/:id/reactivate', documents.ReactivateMemberDocument, {
    credential: 'session',
    tag: 'Members',
    summary: 'Reactivate a suspended member',
    params: byId,
    body: Reason.optional(),
    answer: Member,
    variables: ({ params, body }) => ({ input: { ...body, ...params } }),
    reply: ({ member }) => member,
    errors: ['rank_too_low', 'invalid_transition'],
  }),
];
