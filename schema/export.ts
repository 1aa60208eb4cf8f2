import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { AuditOutcome } from '../db/models/audit.ts';
import { inTransaction } from '../db/transaction.ts';
import { canBeMember, subjectOf } from './kernel/access/caller.ts';
import type { Context } from './kernel/context.ts';
import { maxPageSize } from './kernel/page.ts';
import { append, lockHead } from './records/audit/chain.ts';
import { actorOf, originOf } from './records/audit/record.ts';
import { run } from './run.ts';
import { refuse } from './values/errors.ts';

/** A list that can be exported: its rows have numbers in commit order, up to one in the head of the chain. */
export type ExportedList = 'audit_entries' | 'events';

export interface Exporting {
  list: ExportedList;
  /** Reads the list with the variables `first` and `after`. */
  document: TypedDocumentNode<Record<string, unknown>, Record<string, unknown>>;
  filter: Record<string, unknown>;
  format: string;
}

export type ExportedRow = Record<string, unknown>;

interface Connection {
  edges: { node: ExportedRow }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

const numbers = { audit_entries: 'seq', events: 'position' } as const;
const atOnce = 2;

/** The actions that an export leaves. They have no event, since they change nothing. */
export const exportActions = ['export.started', 'export.ended'] as const;

/**
 * Yields the rows that a list had at the start, page by page. The caller is judged for each page: `contextOf` reads
 * the caller again, and throws if the access has ended. The audit log has the start, and the end with the number
 * of rows. Throws `limit_reached` if the caller already has two.
 */
export async function* exportRows(
  ctx: Context,
  { document, filter, ...about }: Exporting,
  contextOf: () => Promise<Context>,
): AsyncGenerator<ExportedRow[]> {
  using held = new DisposableStack();
  held.use(placeOf(ctx));
  // Refuses the caller or the filter before the audit log has a start.
  await run(ctx, document, { ...filter, first: 1 });
  const told = { ...about, filter: given(filter) };
  const upTo = await note(ctx, 'export.started', 'SUCCESS', told);
  let rows = 0;
  let isComplete = false;
  try {
    for (let after: string | null = null; !isComplete;) {
      const page = await run(await contextOf(), document, { ...filter, first: maxPageSize, after });
      const [{ edges, pageInfo }] = Object.values(page) as [Connection];
      const found = edges.map(({ node }) => node).filter((node) => numberOf(about.list, node) <= upTo);
      rows += found.length;
      if (found.length > 0) yield found;
      isComplete = !pageInfo.hasNextPage || found.length < edges.length;
      after = pageInfo.endCursor;
    }
  } finally {
    await note(ctx, 'export.ended', isComplete ? 'SUCCESS' : 'FAILED', { ...told, rows });
  }
}

function placeOf(ctx: Context): Disposable {
  if (!canBeMember(ctx.caller)) return { [Symbol.dispose]: () => {} };
  const place = ctx.places.take(`export/${subjectOf(ctx.caller)}`, atOnce);
  if (place) return place;
  throw refuse(
    'limit_reached',
    `You have ${atOnce} exports at the same time, the maximum. Let one end first.`,
  );
}

/** Writes an audit entry, and returns the number of the list's last row before it. */
async function note(
  ctx: Context,
  action: (typeof exportActions)[number],
  outcome: AuditOutcome,
  changes: { list: ExportedList } & Record<string, unknown>,
): Promise<number> {
  const chain = ctx.workspaceId;
  if (!chain) throw new Error('An export ran without a workspace.');
  return await inTransaction(ctx.database.knex, async (knex) => {
    // Under the lock of the head, each smaller number is committed.
    const head = await lockHead({ knex }, chain);
    await append({ knex }, head, {
      at: ctx.clock.now(),
      action,
      outcome,
      actor: actorOf(ctx),
      targets: [{ type: 'workspace', id: chain }],
      changes,
      origin: originOf(ctx),
      reason: outcome === 'SUCCESS' ? null : 'The export was cut off.',
      collapseKey: null,
    });
    return changes.list === 'events' ? head.eventPosition : head.seq;
  });
}

function numberOf(list: ExportedList, row: ExportedRow): number {
  return Number(row[numbers[list]]);
}

function given(filter: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(filter).filter(([, value]) => value !== null && value !== undefined),
  );
}
