import { LRUCache } from 'lru-cache';
import { AuditEntry, type Actor, type Target } from '../../../db/models/audit.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { targetsOf } from '../../values/attempt.ts';
import type { Context } from '../../kernel/context.ts';
import { refusalOf, type Refusal } from '../../values/errors.ts';
import type { ErrorCode } from '../../values/error-table.ts';
import { addressOf } from '../../kernel/limit.ts';
import type { Limiter } from '../../kernel/ports/limiter.ts';
import { append, lockHead, platformChain } from './chain.ts';
import { actorOf, originOf } from './record.ts';
import { atMost } from '../../values/at-most.ts';

/** The refusals that leave an entry: attempts at something that the caller may not do. */
const audited: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'permission_required',
  'person_required',
  'workspace_access_denied',
  'rank_too_low',
  'last_owner',
  'production_access_required',
  'self_approval_forbidden',
  'approver_too_new',
  'approver_not_independent',
  'address_not_proved',
  'invitation_email_mismatch',
  'sign_in_failed',
  'automation_stopped',
  'too_many_attempts',
  'refresh_token_invalid',
  'integrity_check_failed',
  'product_not_assigned',
]);

export interface Denial {
  /** The refused field or route. */
  action: string;
  refusal: Refusal;
  chain: string;
  actor: Actor;
  targets: Target[];
}

/**
 * Records the audited refusals among the errors of an operation, after its rollback. The targets are the
 * arguments of the field, unless the caller named others.
 */
export async function recordDenials(ctx: Context, errors: readonly Error[], named?: object): Promise<void> {
  for (const error of errors) {
    const told = refusalOf(error);
    const refusal = told?.details.insteadOf ?? told;
    if (!refusal || !audited.has(refusal.code)) continue;
    const { action, args } = told?.details.attempt ?? { action: 'request', args: {} };
    const { broken } = refusal.details;
    const targets = broken ? [broken] : targetsOf(named ?? args);
    await recordDenial(ctx, { action, refusal, targets, ...whoseDenial(ctx, refusal) });
  }
}

/**
 * The denials that each instance has recorded recently or is recording. A flood of refusals costs one
 * database query a minute.
 */
const recorded = new WeakMap<Limiter, LRUCache<string, Promise<void>>>();
const maxRecorded = 10_000;

/** Records one entry per actor, rule and minute, for the first attempt. */
export async function recordDenial(ctx: Context, denial: Denial): Promise<void> {
  const { refusal, chain, actor } = denial;
  const at = ctx.clock.now();
  const { permission, broken } = refusal.details;
  const rule = broken ? `${refusal.code} ${broken.type} ${broken.id}` : (permission ?? refusal.code);
  const minute = at.toISOString().slice(0, 16);
  // An unauthenticated caller can invent names for every attempt, but not addresses.
  const who = actor.kind === 'ANONYMOUS' ? addressOf(ctx.client.ip) : actor.id;
  const collapseKey = [who, rule, minute].join('|');
  const lately = latelyBy(ctx.limiter);
  const name = `${chain}|${collapseKey}`;
  const recording = lately.get(name) ?? write(ctx, denial, { at, collapseKey });
  lately.set(name, recording);
  try {
    await recording;
  } catch (error) {
    lately.delete(name);
    throw error;
  }
}

function latelyBy(limiter: Limiter): LRUCache<string, Promise<void>> {
  const lately = recorded.get(limiter) ?? new LRUCache(atMost(maxRecorded));
  recorded.set(limiter, lately);
  return lately;
}

/** Writes the entry in its own transaction, unless another instance was faster. */
async function write(
  ctx: Context,
  { action, refusal, chain, actor, targets }: Denial,
  { at, collapseKey }: { at: Date; collapseKey: string },
): Promise<void> {
  const { broken } = refusal.details;
  if (broken) {
    const { requestId } = ctx.client;
    ctx.log.error({ event: 'integrity.check_failed', requestId, table: broken.type, row: broken.id });
  }
  await inTransaction(ctx.database.knex, async (trx) => {
    const inner = { ...ctx, knex: trx, afterCommit: () => {} };
    if (await AuditEntry.query(trx).findOne({ chain, collapseKey })) return;
    const head = await lockHead(inner, chain);
    if (await AuditEntry.query(trx).findOne({ chain, collapseKey })) return;
    await append(inner, head, {
      at,
      action,
      outcome: 'DENIED',
      actor,
      targets,
      changes: {
        code: refusal.code,
        ...(refusal.details.permission && { permission: refusal.details.permission }),
      },
      origin: originOf(ctx),
      reason: refusal.message,
      collapseKey,
    });
  });
}

// Only members write to a workspace's log, so attempts of others go to the person's chain.
function whoseDenial(ctx: Context, refusal: Refusal): { chain: string; actor: Actor } {
  const actor = refusal.details.actor ?? actorOf(ctx);
  const isMember = actor.kind === 'MEMBER' || actor.kind === 'AUTOMATION';
  const inWorkspace = ctx.workspaceId && refusal.code !== 'workspace_access_denied' && isMember;
  const chain = refusal.details.chain ?? (inWorkspace ? ctx.workspaceId : actor.personId);
  return { chain: chain ?? platformChain, actor };
}
