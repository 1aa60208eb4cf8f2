import { canBeMember, subjectOf } from '../kernel/access/caller.ts';
import { recordDenials } from '../records/audit/deny.ts';
import type { Context, Operation } from '../kernel/context.ts';
import type { Refusal } from '../values/errors.ts';
import { hasKey, rejectConcurrentDuplicate } from './idempotency.ts';
import { enforce } from '../kernel/limit.ts';
import { toRefusal } from '../kernel/to-refusal.ts';

/** The result of one command of a batch: its answer or its refusal. */
export type Settled<Item, Answer> =
  | { item: Item; answer: Answer; refusal: null }
  | { item: Item; answer: null; refusal: Refusal };

interface Batch<Item, Answer> {
  items: readonly Item[];
  /** Names the item under the idempotency key; unique in the list. */
  nameOf: (item: Item) => string;
  /** Runs the verb, which opens its own transaction. */
  work: (ctx: Context, item: Item) => Promise<Answer>;
}

/**
 * Runs several commands in order. Each fails separately, and each counts as a write. Under an
 * Idempotency-Key, a first commit binds the whole list to the key; then each answer commits with its effect.
 * A client that was interrupted sends the list again: the server replays what is complete and runs the rest.
 */
export async function runBatch<Item extends object, Answer>(
  ctx: Context,
  { items, nameOf, work }: Batch<Item, Answer>,
): Promise<Settled<Item, Answer>[]> {
  if (canBeMember(ctx.caller) && items.length > 1)
    await enforce(ctx, 'member_writes', subjectOf(ctx.caller), items.length - 1);
  return await rejectConcurrentDuplicate(ctx, async () => {
    let isReplay = await bindToKey(ctx);
    const settled: Settled<Item, Answer>[] = [];
    for (const item of items) {
      const part = partOf(ctx, `/${nameOf(item)}`, item);
      try {
        settled.push({ item, answer: await work(part, item), refusal: null });
        isReplay &&= part.answer.isReplay;
      } catch (error) {
        settled.push({ item, answer: null, refusal: await refusalFor(ctx, item, error) });
      }
    }
    ctx.answer.isReplay = isReplay;
    return settled;
  });
}

/** Returns whether the key was bound to this list before. Throws `idempotency_key_reused` for another one. */
async function bindToKey(ctx: Context): Promise<boolean> {
  if (!hasKey(ctx)) return false;
  const whole = partOf(ctx, ' as a whole', operationOf(ctx).input);
  await whole.transaction(async () => ({}));
  return whole.answer.isReplay;
}

/** Returns a context whose operation name and input identify one part of the batch under the key. */
function partOf(ctx: Context, part: string, input: unknown): Context {
  const operation = operationOf(ctx);
  const name = `${operation.name}${part}`;
  return {
    ...ctx,
    answer: { isReplay: false, retirement: null, etag: null },
    operation: { ...operation, name, input },
  };
}

/** Returns the refusal of one item. Records an audited one, as if the command had been sent alone. */
async function refusalFor(ctx: Context, item: object, error: unknown): Promise<Refusal> {
  const refusal = toRefusal(ctx.log, ctx.client.requestId, error);
  // A duplicate request is running. The client repeats the whole batch in a moment and gets its answers.
  if (refusal.code === 'idempotency_in_progress') throw refusal;
  refusal.details.attempt = { action: operationOf(ctx).name, args: item };
  await recordDenials(ctx, [refusal]);
  return refusal;
}

function operationOf({ operation }: Context): Operation {
  if (!operation) throw new Error('Several commands were carried out where none was given.');
  return operation;
}
