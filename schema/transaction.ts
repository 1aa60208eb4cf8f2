import { inTransaction } from '../db/transaction.ts';
import type { Context, TransactionContext } from './context.ts';
import { recallAnswer, rememberAnswer } from './idempotency.ts';

/** See `Context.transaction`. */
export async function transaction<T extends object>(
  ctx: Context,
  work: (ctx: TransactionContext) => Promise<T>,
): Promise<T> {
  let steps: (() => Promise<void>)[] = [];
  const result = await inTransaction(ctx.database.knex, async (trx) => {
    // A retried transaction registers its steps anew.
    steps = [];
    const inner: TransactionContext = { ...ctx, knex: trx, afterCommit: (step) => void steps.push(step) };
    const earlier = await recallAnswer(inner);
    if (earlier) return earlier as T;
    const answer = await work(inner);
    await rememberAnswer(inner, answer);
    return answer;
  });
  for (const step of steps) await step();
  return result;
}
