import type { Actor, Target } from '../../../db/models/audit.ts';
import type { BaseModel } from '../../../db/models/base.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { catalogue, type EventData, type EventType, type PersonalAction } from '../event/catalogue.ts';
import { eventOf } from '../event/event-of.ts';
import { changesSubjectAlone } from '../event/invalidation-scope.ts';
import { append, lockHead, markOf, moveHead, touchHead } from './chain.ts';

interface Common {
  /** The actor, if the caller is not authenticated yet. */
  actor?: Actor;
  changes?: Record<string, unknown>;
  reason?: string | null;
}

interface WorkspaceRecord<Type extends EventType> extends Common {
  /** The changed row in its new state. */
  subject: Pick<BaseModel, 'id' | 'rowVersion'>;
  data: EventData<Type>;
  /** Further rows that the command changed, for the audit log. */
  also?: readonly Target[];
  /** The workspace, if not the one that the caller selected. */
  workspaceId?: string;
}

/** The part of a context that recording in a person's chain needs; operator commands have no more. */
export type Recording = Pick<TransactionContext, 'knex' | 'clock' | 'caller' | 'client' | 'changes'>;

interface PersonalRecord extends Common {
  personId: string;
  targets: Target[];
}

/**
 * The last step of every command. Writes the audit entry and, in a workspace, the event in the transaction of
 * the change. So every change has its entry, and every entry its change.
 */
export async function record<Type extends EventType>(
  ctx: TransactionContext,
  type: Type,
  { subject, data, also = [], workspaceId, actor = actorOf(ctx), changes, reason }: WorkspaceRecord<Type>,
): Promise<void> {
  const workspace = workspaceId ?? ctx.workspaceId;
  if (!workspace) throw new Error(`${type} was recorded without a workspace.`);
  const head = await touchHead(ctx, workspace);
  const resource = { id: subject.id, version: subject.rowVersion };
  const targets = [targetOf(catalogue[type].resource, subject), ...also];
  const position = head.eventPosition + 1;
  const event = eventOf(ctx, { workspaceId: workspace, position, type, resource, actor, data });
  const hash = await append(ctx, head, entry(ctx, type, { actor, targets, changes, reason }), event);
  const only = changesSubjectAlone(type) ? { only: subject.id } : {};
  const after = { hash, rowVersion: head.rowVersion + 1 };
  const marks = { head: markOf(after), since: markOf(head) };
  ctx.changes.add({ workspaceId: workspace, ...marks, ...only }, head.movedIn);
}

/**
 * Returns the workspace's next event position, for rows that store their position in its order. Locks the
 * head to the end of the transaction, so all smaller positions are committed. Call it after locking rows,
 * like `record`.
 */
export async function nextPosition(ctx: TransactionContext, workspaceId: string): Promise<number> {
  return (await lockHead(ctx, workspaceId)).eventPosition + 1;
}

/** Records a person's action outside workspaces: an entry in the person's chain, without an event. */
export async function recordPersonal(
  ctx: Recording,
  action: PersonalAction,
  { personId, targets, actor = actorOf(ctx), changes, reason }: PersonalRecord,
): Promise<void> {
  const head = await touchHead(ctx, personId);
  await append(ctx, head, entry(ctx, action, { actor, targets, changes, reason }));
  ctx.changes.add({ personId }, head.movedIn);
}

/**
 * Marks the person's chain for a change recorded in a workspace's chain that also concerns the person. Call
 * it after locking rows.
 */
export async function touchPerson(ctx: TransactionContext, personId: string): Promise<void> {
  const { movedIn } = await touchHead(ctx, personId);
  ctx.changes.add({ personId }, movedIn);
}

/**
 * Marks the workspace's chain for a change without an event, to a row that instances cache. `only` is the id of
 * that row, if the change concerns no other cached data. Call it after locking rows.
 */
export async function touchWorkspace(
  tx: TransactionContext,
  workspaceId: string,
  only?: string,
): Promise<void> {
  const { movedIn, hash, rowVersion } = await moveHead(tx, workspaceId);
  const marks = { head: markOf({ hash, rowVersion }), since: markOf({ hash, rowVersion: rowVersion - 1 }) };
  tx.changes.add({ workspaceId, ...marks, ...(only !== undefined && { only }) }, movedIn);
}

/** Returns the caller as the audit log names it: the member in a workspace, otherwise the person. */
export function actorOf({ caller }: Pick<Context, 'caller'>): Actor {
  if (caller.kind === 'ANONYMOUS' || caller.kind === 'SUBSCRIBER_GROUP')
    return { kind: 'ANONYMOUS', id: null, personId: null };
  if (caller.kind === 'API_KEY') return { kind: 'API_KEY', id: caller.keyId, personId: null };
  if (caller.kind === 'MCP') return { kind: 'MCP_CREDENTIAL', id: caller.credentialId, personId: null };
  if (caller.kind === 'SERVICE') return { kind: 'SYSTEM', id: caller.name, personId: null };
  if (caller.kind === 'SYSTEM') return { kind: 'SYSTEM', id: caller.job, personId: null };
  if (caller.kind === 'AUTOMATION') return automationActor(caller.memberId);
  const { personId, membership } = caller;
  return membership ? { kind: 'MEMBER', id: membership.memberId, personId } : personActor(personId);
}

/** Returns a row as an audit target. The version reveals a later rollback of the row to an older state. */
export function targetOf(type: string, { id, rowVersion }: Pick<BaseModel, 'id' | 'rowVersion'>): Target {
  return { type, id, version: rowVersion };
}

export function personActor(personId: string): Actor {
  return { kind: 'PERSON', id: personId, personId };
}

/** An automation acts as its member, without a person. */
export function automationActor(memberId: string): Actor {
  return { kind: 'AUTOMATION', id: memberId, personId: null };
}

export function originOf({ client: { requestId, ip, userAgent } }: Pick<Context, 'client'>) {
  return { requestId, ip, userAgent };
}

function entry(
  ctx: Recording,
  action: string,
  parts: {
    actor: Actor;
    targets: Target[];
    changes?: Record<string, unknown> | undefined;
    reason?: string | null | undefined;
  },
) {
  const { actor, targets, changes = null, reason = null } = parts;
  const at = ctx.clock.now();
  return {
    at,
    action,
    outcome: 'SUCCESS' as const,
    actor,
    targets,
    changes,
    origin: originOf(ctx),
    reason,
    collapseKey: null,
  };
}
