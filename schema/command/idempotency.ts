import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { BaseModel } from '../../db/models/base.ts';
import { Idempotency } from '../../db/models/idempotency.ts';
import { canBeMember, subjectOf } from '../kernel/access/caller.ts';
import type { Context, TransactionContext } from '../kernel/context.ts';
import { refuse, type Refusal } from '../values/errors.ts';
import { newId } from '../values/id.ts';
import { assertStillShown } from './replay.ts';
import { modelOf } from '../kernel/row-type.ts';
import { sealJsonInWorkspace, unsealJsonInWorkspace } from '../kernel/sealed.ts';
import { hoursAfter } from '../values/time.ts';
import type { Place } from '../kernel/workspace-key.ts';

/** How long the server remembers a key. */
export const retentionHours = 24;

/** The digests of keys whose commands this process is running. */
const inFlight = new Set<string>();

/** Runs the work. Throws `idempotency_in_progress` if this process already runs a command with this key. */
export async function rejectConcurrentDuplicate<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  const digest = keyOf(ctx)?.digest.toString('base64');
  if (!digest) return await work();
  if (inFlight.has(digest)) throw inProgress();
  inFlight.add(digest);
  try {
    return await work();
  } finally {
    inFlight.delete(digest);
  }
}

export function hasKey(ctx: Context): boolean {
  return keyOf(ctx) !== null;
}

export async function recallAnswer(ctx: TransactionContext): Promise<object | null> {
  const key = keyOf(ctx);
  if (!key) return null;
  await rejectDuplicateInFlight(ctx, key.digest);
  const row = await Idempotency.query(ctx.knex).findOne({ digest: key.digest });
  if (!row || isStale(row, ctx.clock.now())) return null;
  if (!row.inputHash.equals(key.inputHash))
    throw refuse(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for a new request.',
    );
  ctx.answer.isReplay = true;
  // The process that ran the command may still wait for peers, or died before it published the changes.
  ctx.changes.addAgain(row.changes);
  return await revive(ctx, await answerOf(ctx, row));
}

/**
 * A command with an Idempotency-Key takes effect once. The key's row commits with the effect. It stores only
 * references to the rows of the answer, sealed under the workspace's key. A replay therefore shows the
 * current rows, and null with `secretAlreadyReturned` for a secret, which is shown only once.
 */
export async function rememberAnswer(ctx: TransactionContext, answer: object): Promise<void> {
  const key = keyOf(ctx);
  if (!key) return;
  const now = ctx.clock.now();
  const id = newId('idempotency');
  const workspaceId = workspaceOf(ctx);
  const kept = Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, keep(name, value)]));
  const sealedAnswer = workspaceId && (await sealJsonInWorkspace(ctx, placeOf({ id, workspaceId }), kept));
  await Idempotency.query(ctx.knex).delete().where({ digest: key.digest });
  await Idempotency.query(ctx.knex).insert({
    id,
    ...key,
    workspaceId,
    ...(sealedAnswer ? { sealedAnswer } : { answer: kept }),
    changes: ctx.changes.chains(),
    createdAt: now,
    updatedAt: now,
  });
}

async function answerOf(ctx: Context, { id, workspaceId, answer, sealedAnswer }: Idempotency) {
  if (!workspaceId || !sealedAnswer) return answer ?? {};
  const place = placeOf({ id, workspaceId });
  return (await unsealJsonInWorkspace(ctx, place, sealedAnswer)) as Record<string, unknown>;
}

function placeOf({ id, workspaceId }: { id: string; workspaceId: string }): Place {
  return { workspaceId, name: `idempotency/${id}/answer` };
}

// A command without a permission belongs to no workspace: it can itself change the caller's workspace.
function workspaceOf({ operation, workspaceId, caller }: Context): string | null {
  return caller.kind === 'MCP' || (operation && operation.permissions.length > 0) ? workspaceId : null;
}

// A key is unique per person, automation or agent, workspace and mutation. Anonymous callers have none.
function keyOf(ctx: Context): { digest: Buffer; inputHash: Buffer } | null {
  const { idempotencyKey } = ctx.client;
  if (idempotencyKey === null || !ctx.operation || ctx.operation.isPublic) return null;
  if (!canBeMember(ctx.caller) && ctx.caller.kind !== 'MCP') return null;
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw refuse('invalid_request', 'The Idempotency-Key must be 1 to 255 visible ASCII characters.');
  const scope = [subjectOf(ctx.caller), workspaceOf(ctx), ctx.operation.name, idempotencyKey];
  return {
    digest: createHash('sha256').update(JSON.stringify(scope)).digest(),
    inputHash: ctx.keyedHash('idempotency', canonicalize(ctx.operation.input) ?? ''),
  };
}

// Another process may run a command with the same key.
async function rejectDuplicateInFlight(ctx: TransactionContext, digest: Buffer): Promise<void> {
  const lock = digest.readBigInt64BE().toString();
  const { rows } = await ctx.knex.raw('select pg_try_advisory_xact_lock(?::bigint) as free', [lock]);
  if (!rows[0].free) throw inProgress();
}

function inProgress(): Refusal {
  return refuse(
    'idempotency_in_progress',
    'A request with this Idempotency-Key is still in progress. Repeat it in a second to get its answer.',
    { retryAfterSeconds: 1 },
  );
}

function isStale(row: Idempotency, now: Date): boolean {
  return now > hoursAfter(row.createdAt, retentionHours);
}

function keep(name: string, value: unknown): unknown {
  if (name === 'secret') return null;
  if (name.endsWith('Ids') && Array.isArray(value)) return { value };
  if (name.endsWith('Count') && typeof value === 'number') return { value };
  const table = value instanceof BaseModel ? (value.constructor as typeof BaseModel).tableName : name;
  // Any other value might be a secret, so the row stores none.
  if (!(value instanceof BaseModel) || !modelOf(table)) throw new Error(`${table} cannot be replayed.`);
  return { table, id: value.id };
}

async function revive(ctx: TransactionContext, answer: Record<string, unknown>): Promise<object> {
  const revived: Record<string, unknown> = {};
  for (const [name, kept] of Object.entries(answer)) {
    const { table, id, value } = (kept ?? {}) as { table?: string; id?: string; value?: unknown };
    const model = table ? modelOf(table) : undefined;
    const row = model && id ? await model.query(ctx.knex).findById(id) : null;
    await assertStillShown(ctx, row);
    revived[name] = row ?? value ?? null;
  }
  if ('secret' in answer) revived['secretAlreadyReturned'] = true;
  return revived;
}
