import type { Actor, Target } from '../../../db/models/audit.ts';
import type { BaseModel } from '../../../db/models/base.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { catalogue, type EventData, type EventType, type PersonalAction } from '../event/catalogue.ts';
import { emit } from '../event/emit.ts';
import { changesSubjectAlone } from '../event/invalidation-scope.ts';
import { append, lockHead, markOf, touchHead } from './chain.ts';

interface Common {
  /** Who did it, where the caller is not known yet. */
  actor?: Actor;
  changes?: Record<string, unknown>;
  reason?: string | null;
}

interface WorkspaceRecord<Type extends EventType> extends Common {
  /** The row it happened to, as it now stands. */
  subject: Pick<BaseModel, 'id' | 'rowVersion'>;
  data: EventData<Type>;
  /** Further rows that the verb changed, for the audit log. */
  also?: readonly Target[];
  /** Where it differs from the caller's chosen workspace. */
  workspaceId?: string;
}

/** What recording in a person's chain needs of a transaction; a command of the operator has no more. */
export type Recording = Pick<TransactionContext, 'knex' | 'clock' | 'caller' | 'client' | 'changes'>;

interface PersonalRecord extends Common {
  personId: string;
  targets: Target[];
}

/**
 * The last step of every verb: writes the audit entry and, for what happens in a workspace, the event row, in
 * the transaction of the change itself. So there is no change without its entry and no entry without its change.
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
  await emit(ctx, { workspaceId: workspace, position, type, resource, actor, data });
  const hash = await append(ctx, head, entry(ctx, type, { actor, targets, changes, reason }), 1);
  const only = changesSubjectAlone(type) ? { only: subject.id } : {};
  const marks = { head: markOf(hash), since: markOf(head.hash) };
  ctx.changes.add({ workspaceId: workspace, ...marks, ...only }, head.movedIn);
}

/**
 * The event position that the workspace has next, for rows that keep their place in its order. This locks the head
 * to the end of the transaction, so whatever has a smaller one was committed before. It comes after the locks of rows, as
 * `record` does.
 */
export async function nextPosition(ctx: TransactionContext, workspaceId: string): Promise<number> {
  return (await lockHead(ctx, workspaceId)).eventPosition + 1;
}

/** The same for what a person does outside any workspace: an entry in the person's chain, no event. */
export async function recordPersonal(
  ctx: Recording,
  action: PersonalAction,
  { personId, targets, actor = actorOf(ctx), changes, reason }: PersonalRecord,
): Promise<void> {
  const head = await touchHead(ctx, personId);
  await append(ctx, head, entry(ctx, action, { actor, targets, changes, reason }));
  ctx.changes.add({ personId }, head.movedIn);
}

/** For what concerns a person beyond the workspace in whose chain it is recorded. It comes after the locks of rows. */
export async function touchPerson(ctx: TransactionContext, personId: string): Promise<void> {
  const { movedIn } = await touchHead(ctx, personId);
  ctx.changes.add({ personId }, movedIn);
}

/** Who calls, as the audit log names it: the member in a workspace, else the person. */
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

/** A row as what is recorded left it. By the version, an older row that somebody put back is told from it. */
export function targetOf(type: string, { id, rowVersion }: Pick<BaseModel, 'id' | 'rowVersion'>): Target {
  return { type, id, version: rowVersion };
}

export function personActor(personId: string): Actor {
  return { kind: 'PERSON', id: personId, personId };
}

/** An automation acts as the member it is, and as no person. */
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
