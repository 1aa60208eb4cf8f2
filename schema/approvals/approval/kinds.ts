import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Knex } from 'knex';
import type { ApprovalKindName, ApprovalRequest } from '../../../db/models/approval-request.ts';
import { roles, type Role } from '../../../db/models/member.ts';
import { holds, type Permission } from '../../kernel/access/permissions.ts';
import type { Context, Ports, TransactionContext } from '../../kernel/context.ts';

/** How a request ended without execution. */
export type Ending = 'REJECTED' | 'CHANGES_REQUESTED' | 'CANCELLED' | 'SUPERSEDED' | 'EXPIRED';

/** How the server executes an approved command. */
export type Execution =
  | {
      /** Runs in the transaction of the decision, and repeats all checks. */
      form: 'INSIDE';
      run: (tx: TransactionContext, request: ApprovalRequest) => Promise<void>;
    }
  | {
      /** Runs in a job outside transactions, for external effects. */
      form: 'OUTSIDE';
      /** The executing party, as text for people: they check there after an unknown outcome. */
      doneBy: string;
      /** The most seconds it may take. After that the server gives up and never retries. */
      seconds: number;
      /** Executes the command once, under a token for this execution. Throws if it did not succeed. */
      act: (
        ports: Ports,
        request: ApprovalRequest,
        how: { token: string; signal: AbortSignal },
      ) => Promise<void>;
    };

/** The result of an execution. */
export type Executed = 'SUCCEEDED' | 'FAILED' | 'UNKNOWN';

/**
 * How a kind determines that the subject of a request has ended permanently. A state that can be undone, such
 * as a suspension, is no end.
 */
export interface SubjectEnd {
  /** Returns the reason as a sentence; null while the subject has not ended. */
  readonly why: (ctx: Context, request: ApprovalRequest) => Promise<string | null>;
  /** Returns a subquery for a query of requests that finds a row while `why` is null. */
  readonly standing: (knex: Knex, now: Date) => Knex.QueryBuilder;
}

/** A kind of decision, registered by the room of its subject. */
export interface ApprovalKind {
  readonly kind: ApprovalKindName;
  /** The permission to make a request; null if only agents request it, within their grants. */
  readonly asking: Permission | null;
  /**
   * The permission to decide, in addition to `approvals:decide`. It also permits cancelling other members'
   * requests.
   */
  readonly deciding: Permission;
  /** The most days that a request stays pending. */
  readonly lifeDays: number;
  /** The number of approvals that a request needs. */
  readonly quorum: number;
  /** A short title for subjects of mails, if the summary is too long for them. */
  readonly titleOf?: (request: ApprovalRequest) => string;
  /**
   * Roles that the kind itself mails after the execution. A requester with one of these roles gets no other
   * mail about it.
   */
  readonly mailsOnceDone?: readonly Role[];
  /** Returns the current content that the approver must have seen; the digest covers it. */
  readonly subjectOf: (tx: TransactionContext, subjectId: string) => Promise<Record<string, unknown>>;
  /**
   * Returns a subquery for the ids of subjects in an approvable state. By default, every subject is
   * approvable.
   */
  readonly approvableSubjects?: (knex: Knex) => Knex.QueryBuilder;
  /** How the subject may end permanently while the request is pending. By default, it does not. */
  readonly subjectEnd?: SubjectEnd;
  readonly execution: Execution;
  /** Reacts to the result of an OUTSIDE execution, in the same transaction. */
  readonly executed?: (tx: TransactionContext, request: ApprovalRequest, how: Executed) => Promise<void>;
  /** Reacts to the end of a request without execution, in the same transaction. */
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

/** Returns the permission to decide each kind, as text for descriptions. */
export function decidingText(): string {
  return registeredKinds()
    .map(({ kind, deciding }) => `${deciding} (${kind})`)
    .toSorted()
    .join(', ');
}

/** Returns the permissions to decide, as text for descriptions. */
export function decidingPermission(): string {
  return `approvals:decide and that of its kind: ${decidingText()}`;
}

/** The roles that may make requests of the kind. */
export function askingRoles({ asking }: ApprovalKind): Role[] {
  return asking ? roles.filter((role) => holds(role, asking)) : [];
}

export interface Subject {
  subjectType: string;
  subjectId: string;
  command: Record<string, unknown>;
}

/** Returns the digest of the subject in its current state. */
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

/** Returns whether the subject is unchanged since the request. */
export async function isUnchanged(
  tx: TransactionContext,
  row: ApprovalKind,
  request: ApprovalRequest,
): Promise<boolean> {
  return (await digestOf(tx, row, request)).equals(request.subjectDigest);
}
