import { canBeMember, subjectOf } from '../kernel/access/caller.ts';
import { recordDenials } from '../records/audit/deny.ts';
import type { Context, Operation } from '../kernel/context.ts';
import type { Refusal } from '../values/errors.ts';
import { hasKey, rejectConcurrentDuplicate } from './idempotency.ts';
import { enforce } from '../kernel/limit.ts';
import { toRefusal } from '../kernel/to-refusal.ts';

/** What came of one command of several: its answer, or why there is none. */
export type Settled<Item, Answer> =
  | { item: Item; answer: Answer; refusal: null }
  | { item: Item; answer: null; refusal: Refusal };

interface Batch<Item, Answer> {
  items: readonly Item[];
  /** What an item is known by under the key; no other item of the list has it. */
  nameOf: (item: Item) => string;
  /** The verb, in the transaction that it opens by itself. */
  work: (ctx: Context, item: Item) => Promise<Answer>;
}

/**
 * Carries out several commands in the order given, each by itself: one that is refused holds up no other, and each
 * counts as a write. Under an Idempotency-Key the list is bound to the key in a commit of its own, and then each answer
 * commits with its effect. Who was cut off sends the list again: what was done is told, what was not is tried.
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

/** Throws where the key stands for another list; says whether it stands for this one already. */
async function bindToKey(ctx: Context): Promise<boolean> {
  if (!hasKey(ctx)) return false;
  const whole = partOf(ctx, ' as a whole', operationOf(ctx).input);
  await whole.transaction(async () => ({}));
  return whole.answer.isReplay;
}

/** The command as its key knows this part of it. */
function partOf(ctx: Context, part: string, input: unknown): Context {
  const operation = operationOf(ctx);
  const name = `${operation.name}${part}`;
  return {
    ...ctx,
    answer: { isReplay: false, retirement: null, etag: null },
    operation: { ...operation, name, input },
  };
}

/** What the caller is told of the item; what matters has its audit entry by then, as if it had been refused alone. */
async function refusalFor(ctx: Context, item: object, error: unknown): Promise<Refusal> {
  const refusal = toRefusal(ctx.log, ctx.client.requestId, error);
  // A twin elsewhere is at it: who sends it all again in a moment is told what came of it.
  if (refusal.code === 'idempotency_in_progress') throw refusal;
  refusal.details.attempt = { action: operationOf(ctx).name, args: item };
  await recordDenials(ctx, [refusal]);
  return refusal;
}

function operationOf({ operation }: Context): Operation {
  if (!operation) throw new Error('Several commands were carried out where none was given.');
  return operation;
}
