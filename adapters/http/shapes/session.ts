import { z } from 'zod';
import { requiredMessage } from '../../../schema/values/errors.ts';
import * as formats from '../../../schema/values/formats.ts';
import { id, time } from './common.ts';
import { MemberKind, Role, UnconfirmedMembership, Workspace } from './member.ts';

export const Person = z
  .object({
    id: id('per'),
    name: z.string().meta({ examples: ['Ada Lovelace'] }),
    email: z.string().meta({ examples: ['ada@example.com'] }),
    emailVerified: z.boolean(),
  })
  .meta({ id: 'Person' });

export const Session = z
  .object({
    id: id('ses'),
    isCurrent: z.boolean(),
    authTime: time,
    amr: z.array(z.string()),
    createdAt: time,
    lastRefreshedAt: time,
    idleExpiresAt: time,
    expiresAt: time,
    ip: z.string().nullable(),
    userAgent: z.string().nullable(),
  })
  .meta({ id: 'Session' });

const GrantSession = z.object({
  id: id('ses'),
  authTime: time,
  amr: z.array(z.string()),
  idleExpiresAt: time,
  expiresAt: time,
});

export const SessionGrant = z
  .object({
    accessToken: z
      .string()
      .meta({ description: 'Send it as `Authorization: Bearer`.', examples: ['eyJhbGciOiJFUzI1NiIs…'] }),
    refreshToken: z
      .string()
      .optional()
      .meta({ description: 'Works once. Missing if it is in the cookie.', examples: ['rt_…'] }),
    tokenType: z.string().meta({ examples: ['Bearer'] }),
    expiresIn: z.int().meta({ description: 'Seconds.', examples: [600] }),
    session: GrantSession,
    person: Person.nullable(),
  })
  .meta({ id: 'SessionGrant' });

export const SignUpGrant = SessionGrant.extend({ workspace: Workspace }).meta({ id: 'SignUpGrant' });

/** The same body whether or not the address has an account. */
export const ConfirmationMailed = z.object({ confirmationMailed: z.literal(true) }).meta({
  id: 'ConfirmationMailed',
  description:
    'Set if the server sends mail by SMTP and the request had a `workspaceName`. A mail is then on its way, ' +
    'whether or not the address has an account. Its token goes to `POST /api/auth/sign-up/confirm`.',
});

export const ConfirmSignUp = z
  .strictObject({
    token: formats.attempt.meta({
      description: 'The text after `#` in the link of the mail.',
      examples: ['tok_signup_…'],
    }),
    password: formats.attempt.meta({
      description: 'The password from the sign-up.',
      examples: ['correct horse battery staple'],
    }),
  })
  .meta({ id: 'ConfirmSignUp' });

export const SignUp = z
  .strictObject({
    email: formats.email.meta({ examples: ['ada@example.com'] }),
    password: formats.password.meta({ examples: ['correct horse battery staple'] }),
    name: formats.name.meta({ examples: ['Ada Lovelace'] }),
    workspaceName: formats.name.optional().meta({
      description: 'The name of a new workspace. Send either this or `invitationToken`.',
    }),
    invitationToken: formats.attempt.optional().meta({
      description:
        'The token from the mail of an invitation to this address. Send either this or `workspaceName`.',
    }),
  })
  // Also checked if other fields are wrong, so that one answer reports all errors.
  .refine(({ workspaceName, invitationToken }) => (workspaceName ?? invitationToken) !== undefined, {
    path: ['workspaceName'],
    message: requiredMessage,
    when: ({ value }) => isObject(value),
  })
  .meta({
    id: 'SignUp',
    examples: [
      {
        email: 'ada@example.com',
        password: 'correct horse battery staple',
        name: 'Ada Lovelace',
        workspaceName: 'Analytical Engines',
      },
    ],
  });

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

export const SignIn = z
  .strictObject({
    email: formats.attempt.meta({ examples: ['ada@example.com'] }),
    password: formats.attempt.meta({ examples: ['correct horse battery staple'] }),
  })
  .meta({ id: 'SignIn' });

export const Refresh = z.strictObject({ refreshToken: formats.attempt }).meta({ id: 'Refresh' });

export const SignOut = z.strictObject({ everywhere: z.boolean().optional() }).meta({ id: 'SignOut' });

export const ChangePassword = z
  .strictObject({
    currentPassword: formats.attempt.meta({ examples: ['correct horse battery staple'] }),
    newPassword: formats.password.meta({ examples: ['a longer horse with a better battery'] }),
  })
  .meta({ id: 'ChangePassword' });

export const RequestPasswordReset = z
  .strictObject({ email: formats.email.meta({ examples: ['ada@example.com'] }) })
  .meta({ id: 'RequestPasswordReset' });

export const RequestedPasswordReset = z
  .object({
    accepted: z.boolean().meta({ description: 'True whether or not the address has an account.' }),
  })
  .meta({ id: 'RequestedPasswordReset' });

export const ResetPassword = z
  .strictObject({
    token: formats.attempt.meta({
      description: 'The text after `#` in the link of the mail.',
      examples: ['tok_reset_…'],
    }),
    password: formats.password.meta({ examples: ['a longer horse with a better battery'] }),
  })
  .meta({ id: 'ResetPassword' });

export const VerifyEmail = z
  .strictObject({
    token: formats.attempt.meta({
      description: 'The text after `#` in the link of the mail.',
      examples: ['tok_verify_…'],
    }),
  })
  .meta({ id: 'VerifyEmail' });

export const RequestEmailVerification = z
  .strictObject({
    email: formats.email.optional().meta({
      description: 'The account’s address. If set, the server refuses a different address.',
      examples: ['ada@example.com'],
    }),
  })
  .meta({ id: 'RequestEmailVerification' });

export const OwnPerson = z.object({ person: Person }).meta({ id: 'OwnPerson' });

export const Instance = z
  .object({
    name: z.string().meta({ examples: ['Sallyport'] }),
    version: z.string().meta({ description: 'The version that `/healthz` returns.', examples: ['0.1.0'] }),
    isDevelopment: z.boolean().meta({ description: 'Whether the server runs for development.' }),
    signUp: z.object({
      isOpen: z.boolean().meta({ description: 'Whether anyone can create an account and a workspace.' }),
      confirmsByMail: z.boolean().meta({
        description: 'Whether a sign-up with a `workspaceName` answers 202 and mails a link first.',
      }),
    }),
    password: z.object({
      minLength: z.int().meta({ description: 'In characters.', examples: [8] }),
      maxLength: z.int().meta({ description: 'In characters.', examples: [256] }),
    }),
  })
  .meta({ id: 'Instance' });

export const EndedSessions = z.object({ endedSessionIds: z.array(id('ses')) }).meta({ id: 'EndedSessions' });

export const ReplacedPassword = EndedSessions.extend({
  unconfirmedMemberships: z.array(UnconfirmedMembership),
}).meta({ id: 'ReplacedPassword' });

export const Me = z
  .object({
    person: Person.nullable(),
    workspace: z.object({ id: id('ws'), name: z.string(), slug: z.string() }).nullable(),
    member: z.object({ id: id('mem'), role: Role, kind: MemberKind, joinedAt: time }).nullable(),
    automation: z
      .object({ id: id('aut'), name: z.string() })
      .nullable()
      .meta({ examples: [null] }),
    permissions: z.array(z.string()),
    counters: z
      .object({
        approvalsWaiting: z.int(),
        toolCallsWaiting: z.int().nullable(),
        keysEndingSoon: z.int().nullable(),
        keysUnused: z.int().nullable(),
        endpointsFailing: z.int().nullable(),
        connectionsBroken: z.int().nullable(),
        invitationsOpen: z.int().nullable(),
      })
      .meta({ description: 'Null for rows that the caller lacks the permission to list.' }),
    memberships: z.array(
      z.object({
        memberId: id('mem'),
        workspaceId: id('ws'),
        name: z.string(),
        slug: z.string(),
        role: Role,
        kind: MemberKind,
        joinedAt: time,
        isDefault: z.boolean(),
      }),
    ),
    unconfirmedMemberships: z.array(UnconfirmedMembership),
    session: z
      .object({ id: id('ses'), authTime: time, amr: z.array(z.string()), expiresAt: time })
      .nullable(),
  })
  .meta({ id: 'Me' });
