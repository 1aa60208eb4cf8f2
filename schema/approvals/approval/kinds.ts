import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Knex } from 'knex';
import type { ApprovalKindName, ApprovalRequest } from '../../../db/models/approval-request.ts';
import { roles, type Role } from '../../../db/models/member.ts';
import { holds, type Permission } from '../../kernel/access/permissions.ts';
import type { Context, Ports, TransactionContext } from '../../kernel/context.ts';

/** How a request ended without what was asked for being done. */
export type Ending = 'REJECTED' | 'CHANGES_REQUESTED' | 'CANCELLED' | 'SUPERSEDED' | 'EXPIRED';

/** How what was asked for is done once it is approved. */
export type Execution =
  | {
      /** In the transaction of the decision, judging everything again. */
      form: 'INSIDE';
      run: (tx: TransactionContext, request: ApprovalRequest) => Promise<void>;
    }
  | {
      /** By a job, with no transaction open: for what acts on the world outside. */
      form: 'OUTSIDE';
      /** Who does it, in words: whoever wants to know what came of it looks there. */
      doneBy: string;
      /** How long it may take; whoever takes longer is given up, and nobody tries again. */
      seconds: number;
      /** Does it once, under the token that stands for this one execution. Throws where it did not succeed. */
      act: (
        ports: Ports,
        request: ApprovalRequest,
        how: { token: string; signal: AbortSignal },
      ) => Promise<void>;
    };

/** How carrying out what was approved went. */
export type Executed = 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';

/** How a kind tells that what a request is about has ended for good. What can be lifted again, such as a suspension, is no end. */
export interface SubjectEnd {
  /** Why it has ended, in a sentence; null while it stands. */
  readonly why: (ctx: Context, request: ApprovalRequest) => Promise<string | null>;
  /** Finds a row where it stands, as a part of a query of requests. It says the same as `why`. */
  readonly standing: (knex: Knex, now: Date) => Knex.QueryBuilder;
}

/** A kind of decision: a row that the room it is about registers. */
export interface ApprovalKind {
  readonly kind: ApprovalKindName;
  /** What it takes to ask; null where outside agents alone do, by what was granted to them. */
  readonly asking: Permission | null;
  /** What the deciding person needs beside `approvals:decide`, and who takes back what others asked for. */
  readonly deciding: Permission;
  /** How long it waits at most. */
  readonly lifeDays: number;
  /** How many have to approve. */
  readonly quorum: number;
  /** What is asked for in a few words, for subjects of mails, where the summary is too long for one. */
  readonly titleOf?: (request: ApprovalRequest) => string;
  /** Roles that the kind itself mails once it is done: who asked and holds one gets no other mail of that. */
  readonly mailsOnceDone?: readonly Role[];
  /** What the approver must have seen, as it stands now: the digest covers it. */
  readonly subjectOf: (tx: TransactionContext, subjectId: string) => Promise<Record<string, unknown>>;
  /** The ids of the subjects of which a request can be approved as they stand, as a subquery; without it, of all. */
  readonly approvableSubjects?: (knex: Knex) => Knex.QueryBuilder;
  /** Where the subject of a request may end for good while the request waits; without it, it does not. */
  readonly subjectEnd?: SubjectEnd;
  readonly execution: Execution;
  /** What else it means how carrying it out went, in the same transaction; of what is done outside. */
  readonly executed?: (tx: TransactionContext, request: ApprovalRequest, how: Executed) => Promise<void>;
  /** What else the end of a request means, in the same transaction. */
  readonly end: (
    tx: TransactionContext,
    request: ApprovalRequest,
    how: { ending: Ending; comment: string | null },
  ) => Promise<void>;
}

const kinds = new Map<ApprovalKindName, ApprovalKind>();

export function registerKind(row: ApprovalKind): void {
  kinds.set(row.kind, row);
}

export function kindOf(name: ApprovalKindName): ApprovalKind {
  const row = kinds.get(name);
  if (!row) throw new Error(`No room has registered approvals of the kind ${name}.`);
  return row;
}

export function registeredKinds(): ApprovalKind[] {
  return [...kinds.values()];
}

/** The roles that may decide requests of the kind. */
export function decidingRoles({ deciding }: ApprovalKind): Role[] {
  return roles.filter((role) => holds(role, 'approvals:decide') && holds(role, deciding));
}

/** In words, for descriptions: the permission that deciding a request takes, of each kind. */
export function decidingWords(): string {
  return registeredKinds()
    .map(({ kind, deciding }) => `${deciding} (${kind})`)
    .toSorted()
    .join(', ');
}

/** In words, for descriptions: what deciding takes. */
export function decidingPermission(): string {
  return `approvals:decide and that of its kind: ${decidingWords()}`;
}

/** The roles that may ask for what is of the kind. */
export function askingRoles({ asking }: ApprovalKind): Role[] {
  return asking ? roles.filter((role) => holds(role, asking)) : [];
}

export interface Subject {
  subjectType: string;
  subjectId: string;
  command: Record<string, unknown>;
}

/** The digest of what is decided, as it stands now. */
export async function digestOf(
  tx: TransactionContext,
  row: ApprovalKind,
  { subjectType, subjectId, command }: Subject,
): Promise<Buffer> {
  const content = await row.subjectOf(tx, subjectId);
  const text = canonicalize({ kind: row.kind, subjectType, subjectId, command, content });
  if (text === undefined) throw new Error('The subject of an approval has no canonical form.');
  return createHash('sha256').update(text).digest();
}

/** Whether what a request is about is still what was asked for. */
export async function isUnchanged(
  tx: TransactionContext,
  row: ApprovalKind,
  request: ApprovalRequest,
): Promise<boolean> {
  return (await digestOf(tx, row, request)).equals(request.subjectDigest);
}
