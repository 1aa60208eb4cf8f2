import { z } from 'zod';
import * as formats from '../../../schema/values/formats.ts';
import { digest, id, time } from './common.ts';
import { Role } from './member.ts';

const Digest = digest.meta({
  ...digest.meta(),
  description: 'SHA-256 over the subject of the decision; a decision must name it.',
});

export const ApprovalStatus = z.enum([
  'PENDING',
  'APPROVED',
  'EXECUTING',
  'EXECUTED',
  'FAILED',
  'OUTCOME_UNKNOWN',
  'REJECTED',
  'CANCELLED',
  'EXPIRED',
  'SUPERSEDED',
]);

export const ApprovalKind = z.enum([
  'PRODUCTION_ACCESS',
  'WORKSPACE_DELETE',
  'MCP_SERVER',
  'MCP_TOOL_CALL',
  'API_PRODUCT_ACTIVATION',
]);

export const ApprovalComment = z
  .object({
    id: id('apc'),
    member: z.object({ id: id('mem') }).nullable(),
    comment: z.string().meta({ examples: ['Which data exactly, and for how long?'] }),
    createdAt: time,
  })
  .meta({ id: 'ApprovalComment' });

export const CommentOnRequest = z
  .strictObject({
    comment: formats.comment.meta({ examples: ['Which data exactly, and for how long?'] }),
  })
  .meta({ id: 'CommentOnRequest' });

/** Omits approvers and comments: with them, a page of a hundred requests would take megabytes. */
export const ListedApprovalRequest = z
  .object({
    id: id('apr'),
    kind: ApprovalKind,
    status: ApprovalStatus,
    subject: z.object({ type: z.string().meta({ examples: ['application'] }), id: id('app') }),
    subjectDigest: Digest,
    command: z.unknown(),
    summary: z.string().meta({ examples: ['Production access for Checkout, revision 1'] }),
    requestedBy: z.object({ id: id('mem') }).nullable(),
    mcpCredentialId: id('mcpc')
      .nullable()
      .meta({ description: 'The credential of the agent that asked in their name.' }),
    quorum: z.int(),
    decisions: z
      .array(
        z.object({
          member: z.object({ id: id('mem') }).nullable(),
          verdict: z.enum(['APPROVE', 'REJECT', 'REQUEST_CHANGES']),
          comment: z.string().nullable(),
          digestSeen: z.string(),
          isIndependent: z.boolean().meta({
            description: 'Whether no person accountable for the request had admitted this person.',
          }),
          createdAt: time,
        }),
      )
      .meta({ examples: [[]] }),
    eligibleApproverCount: z
      .int()
      .nullable()
      .meta({
        examples: [1],
        description: 'How many members could approve it now. Null after the request has ended.',
      }),
    expiresAt: time,
    endedAt: time.nullable(),
    outcome: z.string().nullable(),
    createdAt: time,
    updatedAt: time,
    rowVersion: z.int(),
  })
  .meta({ id: 'ListedApprovalRequest' });

const namedPerson = z.object({ id: id('per'), name: z.string() }).nullable();

const Approver = z
  .object({
    member: z.object({
      id: id('mem'),
      role: Role,
      person: namedPerson,
      admissions: z.array(
        z.object({
          kind: z.enum(['INVITED', 'ADDED', 'RAISED', 'REACTIVATED']),
          by: z.object({ id: id('mem'), person: namedPerson }).nullable(),
          at: time,
        }),
      ),
    }),
    isIndependent: z.boolean(),
    hasProvedAddress: z.boolean(),
    mayDecideNow: z.boolean(),
  })
  .meta({
    id: 'Approver',
    description: 'A member whose role decides the request, with their admissions.',
  });

export const ApprovalRequest = ListedApprovalRequest.extend({
  decisionRefusal: z
    .object({
      code: z.string().meta({ examples: ['self_approval_forbidden'] }),
      message: z.string(),
      permission: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'Why the caller cannot approve it now. Null if the caller may.' }),
  approvers: z.array(Approver).meta({
    examples: [[]],
    description: 'The members who could decide it, at most 50. Empty after the request has ended.',
  }),
  comments: z.array(ApprovalComment),
}).meta({ id: 'ApprovalRequest' });

export const Approve = z
  .strictObject({
    subjectDigest: Digest,
    comment: formats.reason.optional().meta({ examples: ['Well argued.'] }),
  })
  .meta({ id: 'Approve' });

export const Refuse = z
  .strictObject({
    subjectDigest: Digest,
    comment: formats.decisionReason.meta({ examples: ['Say which data are kept, and for how long.'] }),
  })
  .meta({ id: 'Refuse' });

export const DecideRequests = z
  .strictObject({
    decisions: formats.decisions.meta({
      description:
        'Each request at most once. `comment` is optional for an approval; every other decision needs 10 to 500 ' +
        'characters.',
      examples: [
        [
          {
            approvalRequestId: 'apr_01kaf5m2jcexxt5s6f3yq4z8rd',
            subjectDigest: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
            verdict: 'REJECT',
            comment: 'Say which data are kept, and for how long.',
          },
        ],
      ],
    }),
  })
  .meta({ id: 'DecideRequests' });

export const DecidedRequests = z
  .object({
    answers: z
      .array(
        z.object({
          approvalRequestId: id('apr'),
          approvalRequest: ListedApprovalRequest.nullable(),
          refusal: z
            .object({
              code: z.string().meta({ examples: ['already_decided'] }),
              message: z.string().meta({ examples: ['You have decided this already.'] }),
            })
            .nullable()
            .meta({ examples: [null] }),
        }),
      )
      .meta({
        description: 'One result for each decision, in the given order: the request or a refusal.',
      }),
  })
  .meta({ id: 'DecidedRequests' });
