// One transaction at a time per task. A root query inside a transaction would run outside it. With an empty
// pool it would wait for that transaction's own connection, so the client rejects it immediately.
import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import type { Knex } from 'knex';

export type Isolation = 'read committed' | 'repeatable read' | 'serializable';

const current = new AsyncLocalStorage<{ isOpen: boolean }>();
// serialization_failure and deadlock_detected (PostgreSQL, appendix A): such a transaction may be retried.
const retryable = new Set<unknown>(['40001', '40P01']);
const maxTries = 3;

const PostgresClient = createRequire(import.meta.url)(
  'knex/lib/dialects/postgres/index.js',
) as typeof Knex.Client;

export class GuardedClient extends PostgresClient {
  override async acquireConnection(): Promise<unknown> {
    if (isInTransaction()) {
      throw new Error(
        'A query on the root knex was made inside a transaction. Use the transaction that inTransaction() hands to its callback.',
      );
    }
    return await super.acquireConnection();
  }
}

export function isInTransaction(): boolean {
  return current.getStore()?.isOpen === true;
}

/**
 * Runs `work` in a transaction, committed when it resolves and rolled back when it throws. A serialization
 * failure or a deadlock restarts it, up to three tries, so `work` must have no effects outside the
 * transaction. Throws when called inside another transaction.
 */
export async function inTransaction<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  options: { isolation?: Isolation } = {},
): Promise<T> {
  if (isInTransaction()) {
    throw new Error(
      'A transaction was opened inside another one. Pass the open transaction on instead of opening a second.',
    );
  }
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(knex, work, options);
    } catch (error) {
      if (tries >= maxTries || !retryable.has(codeOf(error))) throw error;
    }
  }
}

async function attempt<T>(
  knex: Knex,
  work: (trx: Knex.Transaction) => Promise<T>,
  { isolation }: { isolation?: Isolation },
): Promise<T> {
  // Work that outlives the transaction may use the root knex again, so its end closes the mark.
  const mark = { isOpen: true };
  try {
    return await knex.transaction(
      async (trx) => await current.run(mark, async () => await work(trx)),
      isolation ? { isolationLevel: isolation } : {},
    );
  } finally {
    mark.isOpen = false;
  }
}

// objection wraps the driver's error, which has the code.
function codeOf(error: unknown): unknown {
  const { code, nativeError } = (error ?? {}) as { code?: unknown; nativeError?: { code?: unknown } };
  return nativeError?.code ?? code;
}
