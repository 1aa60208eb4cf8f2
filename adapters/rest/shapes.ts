import { z } from 'zod';
import * as formats from '../../schema/formats.ts';
import { errorTable, type ErrorCode } from '../../schema/errors.ts';

/** The JSON of requests and answers, as REST spells it; answers are stripped to what stands here. */

const id = (prefix: string) => z.string().meta({ examples: [`${prefix}_01kaf5m2jcexxt5s6f3yq4z8rd`] });
const time = z.string().meta({ format: 'date-time', examples: ['2026-11-20T09:00:00.000Z'] });
const page = z
  .object({ nextCursor: z.string().nullable(), hasMore: z.boolean() })
  .meta({ id: 'Page', description: 'Ask again with `?cursor=<nextCursor>` while `hasMore` is true.' });

export const listOf = <Item extends z.ZodType>(item: Item) => z.object({ data: z.array(item), page });

/** `?limit=&cursor=` of every list. */
export const listQuery = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(25)
    .meta({ description: 'How many, from 1 to 100.' }),
  cursor: z.string().max(200).optional().meta({ description: '`page.nextCursor` of the page before.' }),
});

export const Role = z
  .enum([
    'OWNER',
    'ADMIN',
    'DEVELOPER',
    'APPROVER',
    'SECURITY_ADMINISTRATOR',
    'DOCUMENTATION_EDITOR',
    'BILLING_ADMINISTRATOR',
    'ANALYST',
    'SUPPORT',
    'COMPLIANCE_REVIEWER',
    'VIEWER',
  ])
  .meta({ id: 'Role' });
const MemberKind = z.enum(['HUMAN', 'AUTOMATION']);

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

export const Workspace = z
  .object({
    id: id('ws'),
    name: z.string().meta({ examples: ['Analytical Engines'] }),
    slug: z.string().meta({ examples: ['analytical-engines-7wdr9yvd'] }),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'DELETING']),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Workspace' });

export const SessionGrant = z
  .object({
    accessToken: z
      .string()
      .meta({ description: 'Send it as `Authorization: Bearer`.', examples: ['eyJhbGciOiJFUzI1NiIs…'] }),
    refreshToken: z.string().meta({ description: 'Works once.', examples: ['rt_…'] }),
    tokenType: z.string().meta({ examples: ['Bearer'] }),
    expiresIn: z.int().meta({ description: 'Seconds.', examples: [600] }),
    session: GrantSession,
    person: Person.nullable(),
  })
  .meta({ id: 'SessionGrant' });

export const SignUpGrant = SessionGrant.extend({ workspace: Workspace }).meta({ id: 'SignUpGrant' });

export const SignUp = z
  .strictObject({
    email: formats.email.meta({ examples: ['ada@example.com'] }),
    password: formats.password.meta({ examples: ['correct horse battery staple'] }),
    name: formats.name.meta({ examples: ['Ada Lovelace'] }),
    workspaceName: formats.name.meta({ examples: ['Analytical Engines'] }),
  })
  .meta({ id: 'SignUp' });

export const SignIn = z
  .strictObject({
    email: formats.passwordAttempt.meta({ examples: ['ada@example.com'] }),
    password: formats.passwordAttempt.meta({ examples: ['correct horse battery staple'] }),
  })
  .meta({ id: 'SignIn' });

export const Refresh = z.strictObject({ refreshToken: formats.passwordAttempt }).meta({ id: 'Refresh' });
export const SignOut = z.strictObject({ everywhere: z.boolean().optional() }).meta({ id: 'SignOut' });
export const ChangePassword = z
  .strictObject({
    currentPassword: formats.passwordAttempt.meta({ examples: ['correct horse battery staple'] }),
    newPassword: formats.password.meta({ examples: ['a longer horse with a better battery'] }),
  })
  .meta({ id: 'ChangePassword' });
export const EndedSessions = z.object({ endedSessionIds: z.array(id('ses')) }).meta({ id: 'EndedSessions' });

export const Me = z
  .object({
    person: Person.nullable(),
    workspace: z.object({ id: id('ws'), name: z.string(), slug: z.string() }).nullable(),
    member: z.object({ id: id('mem'), role: Role, kind: MemberKind, joinedAt: time }).nullable(),
    permissions: z.array(z.string()),
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
    session: z
      .object({ id: id('ses'), authTime: time, amr: z.array(z.string()), expiresAt: time })
      .nullable(),
  })
  .meta({ id: 'Me' });

export const NameOnly = z.strictObject({ name: formats.name.meta({ examples: ['Analytical Engines'] }) });

export const RoleInfo = z.object({ role: Role, permissions: z.array(z.string()) }).meta({ id: 'RoleInfo' });

export const Member = z
  .object({
    id: id('mem'),
    person: z.object({ id: id('per'), name: z.string(), email: z.string() }).nullable(),
    kind: MemberKind,
    role: Role,
    roleSince: time,
    status: z.enum(['ACTIVE', 'SUSPENDED', 'REMOVED']),
    activeSince: time,
    joinedAt: time,
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Member' });

export const AddMember = z.strictObject({ personId: id('per'), role: Role }).meta({ id: 'AddMember' });
export const ChangeRole = z.strictObject({ role: Role }).meta({ id: 'ChangeRole' });
export const Reason = z.strictObject({ reason: formats.reason.optional() }).meta({ id: 'Reason' });

export const Application = z
  .object({
    id: id('app'),
    workspaceId: id('ws'),
    name: z.string().meta({ examples: ['Checkout'] }),
    description: z.string().meta({ examples: ['The web shop’s checkout'] }),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'DELETED']),
    suspendedAt: time.nullable(),
    suspendReason: z.string().nullable(),
    deletedAt: time.nullable(),
    restorableUntil: time.nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'Application' });

export const CreateApplication = z
  .strictObject({
    name: formats.name.meta({ examples: ['Checkout'] }),
    description: formats.description.optional(),
  })
  .meta({ id: 'CreateApplication' });
export const UpdateApplication = z
  .strictObject({ name: formats.name.optional(), description: formats.description.optional() })
  .meta({ id: 'UpdateApplication' });

const Scopes = formats.keyScopes.meta({ examples: [['read', 'write']] });
const ExpiresOn = formats.date.meta({
  description: 'Good through this day in UTC.',
  examples: ['2027-06-30'],
});

export const ApiKey = z
  .object({
    id: id('key'),
    applicationId: id('app'),
    environment: z.enum(['SANDBOX', 'LIVE']),
    name: z.string().meta({ examples: ['ci'] }),
    scopes: z.array(z.enum(['read', 'write'])),
    prefix: z.string().meta({ examples: ['8oEjEPnpvE'] }),
    lastFour: z.string().meta({ examples: ['AFwi'] }),
    expiresOn: ExpiresOn.nullable(),
    status: z.enum(['ACTIVE', 'REVOKED']),
    effectiveStatus: z.enum(['ACTIVE', 'EXPIRED', 'REVOKED', 'BLOCKED']),
    version: z.int(),
    lastUsedAt: time.nullable(),
    rotatedAt: time.nullable(),
    revokedAt: time.nullable(),
    revokeReason: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'ApiKey' });

export const ShownApiKey = ApiKey.extend({
  secret: z
    .string()
    .nullable()
    .meta({
      description: 'The secret, this once; null in a replay for an Idempotency-Key.',
      examples: ['ak_sandbox_…'],
    }),
  secretAlreadyReturned: z.boolean(),
}).meta({ id: 'ShownApiKey' });

export const CreateApiKey = z
  .strictObject({
    environment: z.enum(['SANDBOX', 'LIVE']),
    name: formats.keyName.meta({ examples: ['ci'] }),
    scopes: Scopes,
    expiresOn: ExpiresOn.optional(),
  })
  .meta({ id: 'CreateApiKey' });

export const AuditEntry = z
  .object({
    id: id('aud'),
    seq: z.int(),
    at: time,
    action: z.string().meta({ examples: ['api_key.rotated'] }),
    outcome: z.enum(['SUCCESS', 'DENIED', 'FAILED']),
    actor: z.object({
      kind: z.enum(['MEMBER', 'PERSON', 'ANONYMOUS', 'API_KEY', 'SYSTEM']),
      id: z.string().nullable(),
      personId: z.string().nullable(),
    }),
    targets: z.array(z.object({ type: z.string(), id: z.string() })),
    changes: z.unknown(),
    origin: z.object({ requestId: z.string(), ip: z.string().nullable(), userAgent: z.string().nullable() }),
    reason: z.string().nullable(),
    hash: z.string(),
    previousHash: z.string(),
  })
  .meta({ id: 'AuditEntry' });

export const AuditVerification = z
  .object({
    valid: z.boolean(),
    checked: z.int(),
    firstBadSeq: z.int().nullable(),
    problem: z.string().nullable(),
    headHash: z.string(),
    anchoredSeq: z.int().nullable(),
  })
  .meta({ id: 'AuditVerification' });

// spec §2, Sandbox payloads
export const EchoRequest = z
  .strictObject({
    message: formats.echoMessage.meta({ examples: ['hello'] }),
    reference: formats.echoReference.optional().meta({ examples: ['order-42'] }),
  })
  .meta({ id: 'EchoRequest' });
export const EchoResponse = z
  .object({ message: z.string(), accepted: z.boolean(), reference: z.string().optional() })
  .meta({ id: 'EchoResponse' });
export const HealthResponse = z
  .object({
    status: z.string().meta({ examples: ['ok'] }),
    environment: z.string().meta({ examples: ['sandbox'] }),
  })
  .meta({ id: 'HealthResponse' });
export const ValidateRequest = z.record(z.string(), z.unknown()).meta({
  id: 'ValidateRequest',
  description:
    'Any JSON object. With `operation`, an operationId of this description, `payload` is checked against its body.',
  examples: [{ operation: 'sandboxEcho', payload: { message: 'hello' } }],
});
export const Finding = z
  .object({ pointer: z.string(), code: z.string(), message: z.string() })
  .meta({ id: 'Finding', description: '`pointer` is an RFC 6901 JSON pointer into what was sent.' });
export const ValidateResponse = z
  .object({ valid: z.boolean(), errors: z.array(Finding) })
  .meta({ id: 'ValidateResponse' });

const codes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** RFC 9457, with `message` as the documented sentence and `code` as what a client branches on. */
export const Problem = z
  .object({
    type: z.string().meta({ examples: ['urn:sallyport:problem:not_found'] }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    code: z.enum(codes),
    message: z.string(),
    requestId: z.string(),
    permission: z.string().optional(),
    scope: z.string().optional(),
    transition: z.object({ from: z.string(), action: z.string(), allowed: z.array(z.string()) }).optional(),
    errors: z.array(Finding).optional(),
  })
  .meta({ id: 'Problem' });
