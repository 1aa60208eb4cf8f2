import { inTransaction } from '../../db/transaction.ts';
import { Changes } from '../kernel/changes.ts';
import { canBeMember } from '../kernel/access/caller.ts';
import { deniedTo } from '../kernel/access/denied.ts';
import { assertOneOf } from '../kernel/access/permissions.ts';
import type { Context, TransactionContext } from '../kernel/context.ts';
import { hasKey, recallAnswer, rememberAnswer, rejectConcurrentDuplicate } from './idempotency.ts';

type Work<T> = (ctx: TransactionContext) => Promise<T>;
type Step = () => Promise<void>;

/** See `Context.transaction`. */
export async function transaction<T extends object, Prepared>(
  ctx: Context,
  work: (ctx: TransactionContext, prepared: Prepared) => Promise<T>,
  prepare?: () => Promise<Prepared>,
): Promise<T> {
  return await rejectConcurrentDuplicate(ctx, async () => {
    const earlier = prepare && hasKey(ctx) ? await judged(ctx, recallAnswer) : null;
    if (earlier) return earlier as T;
    const prepared = (await prepare?.()) as Prepared;
    return await judged(ctx, async (tx) => {
      const meanwhile = await recallAnswer(tx);
      if (meanwhile) return meanwhile as T;
      const answer = await work(tx, prepared);
      await rememberAnswer(tx, answer);
      return answer;
    });
  });
}

async function judged<T>(ctx: Context, work: Work<T>): Promise<T> {
  let [steps, changes] = [new Map<string, Step>(), new Changes()];
  let isDone = false;
  const committing = inTransaction(ctx.database.knex, async (knex) => {
    // A retried transaction starts over.
    [steps, changes, isDone] = [new Map(), new Changes(), false];
    const caller = ctx.reevaluate ? await ctx.reevaluate(knex) : ctx.caller;
    const afterCommit = (name: string, step: Step) => {
      if (!steps.has(name)) steps.set(name, step);
    };
    const inner = { ...ctx, caller, knex, changes, afterCommit };
    assertStillAllowed(inner);
    const answer = await work(inner);
    isDone = true;
    return answer;
  });
  const result = await committing.catch((error: unknown) => {
    // The commit may have succeeded without an answer, and then no peer or feed reports its changes.
    if (isDone) ctx.snapshots.clear();
    throw error;
  });
  // Every instance handles the commit before the answer, so access that it revoked has ended by then.
  await Promise.all(
    changes.all().map(async ({ changed, transaction: id }) => await ctx.feed.publish(changed, id)),
  );
  for (const step of steps.values()) await step();
  return result;
}

// Authorization ran when the request arrived and runs again here. No command takes effect if its transaction
// began after a change removed its permission.
function assertStillAllowed({ caller, operation }: TransactionContext): void {
  const permissions = operation?.permissions ?? [];
  if (!canBeMember(caller) || permissions.length === 0) return;
  if (!caller.membership) throw deniedTo(caller);
  assertOneOf(caller.membership, permissions);
}
