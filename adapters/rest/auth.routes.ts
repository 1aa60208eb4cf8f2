import {
  ChangePasswordDocument,
  DeclineInvitationDocument,
  InvitationByTokenDocument,
  RefreshSessionDocument,
  SignInDocument,
  SignOutDocument,
  SignUpDocument,
} from '../documents.generated.ts';
import { route } from './route.ts';
import { InvitationPreview, InvitationToken } from './shapes/invitation.ts';
import {
  ChangePassword,
  EndedSessions,
  Refresh,
  SessionGrant,
  SignIn,
  SignOut,
  SignUp,
  SignUpGrant,
} from './shapes/session.ts';

const tag = 'Authentication';

/** What comes before a session exists, and what ends it; outside the console paths, which all need a session. */
export const authRoutes = [
  route('POST', '/api/auth/sign-up', SignUpDocument, {
    credential: 'none',
    tag,
    summary: 'Make an account, with a workspace of its own or by an invitation, and sign in',
    body: SignUp,
    answer: SignUpGrant,
    status: 201,
    variables: ({ body }) => ({ input: body }),
    reply: (it) => it,
    errors: [
      'email_taken',
      'not_found',
      'invitation_email_mismatch',
      'invitation_expired',
      'invitation_revoked',
      'invalid_transition',
    ],
  }),
  route('POST', '/api/auth/sign-in', SignInDocument, {
    credential: 'none',
    tag,
    summary: 'Sign in',
    body: SignIn,
    answer: SessionGrant,
    variables: ({ body }) => ({ input: body }),
    reply: (it) => it,
    errors: ['sign_in_failed', 'too_many_attempts'],
  }),
  route('POST', '/api/auth/refresh', RefreshSessionDocument, {
    credential: 'none',
    tag,
    summary: 'Trade a refresh token for the next pair',
    body: Refresh,
    answer: SessionGrant,
    variables: ({ body }) => ({ input: body }),
    reply: (it) => it,
    errors: ['refresh_token_invalid'],
  }),
  route('POST', '/api/auth/sign-out', SignOutDocument, {
    credential: 'session',
    tag,
    summary: 'End this session, or all of them',
    body: SignOut.optional(),
    answer: EndedSessions,
    variables: ({ body }) => ({ input: body ?? {} }),
    reply: (it) => it,
  }),
  route('POST', '/api/auth/change-password', ChangePasswordDocument, {
    credential: 'session',
    tag,
    summary: 'Replace the password and end every other session',
    body: ChangePassword,
    answer: EndedSessions,
    variables: ({ body }) => ({ input: body }),
    reply: (it) => it,
    errors: ['too_many_attempts'],
  }),
  route('POST', '/api/auth/invitations/lookup', InvitationByTokenDocument, {
    credential: 'none',
    tag: 'Invitations',
    summary: 'What an invitation is for',
    body: InvitationToken,
    answer: InvitationPreview,
    variables: ({ body }) => body,
    reply: (invitation) => invitation,
    errors: ['not_found'],
  }),
  route('POST', '/api/auth/invitations/decline', DeclineInvitationDocument, {
    credential: 'none',
    tag: 'Invitations',
    summary: 'Decline an invitation',
    body: InvitationToken,
    answer: InvitationPreview,
    variables: ({ body }) => ({ input: body }),
    reply: ({ invitation }) => invitation,
    errors: ['not_found', 'invitation_expired', 'invitation_revoked', 'invalid_transition'],
  }),
];
