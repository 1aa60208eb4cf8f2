import { inTransaction } from '../db/transaction.ts';
import { demandOneOf } from './access/permissions.ts';
import type { Context, TransactionContext } from './context.ts';
import { workspaceAccessDenied } from './errors.ts';
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
    const caller = ctx.rejudge ? await ctx.rejudge(trx) : ctx.caller;
    const inner: TransactionContext = {
      ...ctx,
      caller,
      knex: trx,
      afterCommit: (step) => void steps.push(step),
    };
    demandStillAllowed(inner);
    const earlier = await recallAnswer(inner);
    if (earlier) return earlier as T;
    const answer = await work(inner);
    await rememberAnswer(inner, answer);
    return answer;
  });
  for (const step of steps) await step();
  return result;
}

// The field was judged when the request came. What has ended since, by this very operation or beside it, ends here: no
// command takes effect whose transaction began after the change that took its permission away.
function demandStillAllowed({ caller, operation }: TransactionContext): void {
  const permissions = operation?.permissions ?? [];
  if (caller.kind !== 'PERSON' || permissions.length === 0) return;
  if (!caller.membership) throw workspaceAccessDenied();
  demandOneOf(caller.membership.role, permissions);
}
