import { raw } from 'objection';
import { Capability } from '../../../db/models/capability.ts';
import { ConnectorImport } from '../../../db/models/connector-import.ts';
import { touchWorkspace } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import type { DescribedCapability } from '../../kernel/ports/descriptions.ts';
import { newId } from '../../values/id.ts';
import { secondsAfter } from '../../values/time.ts';
import { tokenize } from '../../values/tokenize.ts';
import { digestOf } from './digest.ts';
import { differenceOf, type Difference } from './difference.ts';
import { announceDrift, announceRewording } from './drift.ts';
import { leaseSeconds } from './rules.ts';

/** A described capability with its existing row, if any. */
interface Read {
  described: DescribedCapability;
  digest: Buffer;
  before: Capability | undefined;
  /** The difference from the existing row; null without one. */
  difference: Difference | null;
  kind: 'added' | 'changed' | 'unchanged';
}

/**
 * Writes the described capabilities by key, and counts the changes. Changes that the same import wrote before
 * an interruption are not counted again.
 */
export async function writeBatch(
  tx: TransactionContext,
  run: ConnectorImport,
  batch: readonly DescribedCapability[],
): Promise<void> {
  const all = await compared(tx, run, batch);
  const now = tx.clock.now();
  const rows = all
    .filter(({ kind, difference }) => kind === 'added' || difference !== 'NONE')
    .map((it) => rowOf(run, it, now));
  const knownIds = new Set(all.flatMap(({ before }) => (before ? [before.id] : [])));
  if (rows.length > 0) await Capability.query(tx.knex).insert(rows).onConflict('id').merge();
  await learnText(tx, run, rows);
  const same = all.flatMap(({ kind, before }) => (kind === 'unchanged' && before ? [before.id] : []));
  if (same.length > 0) await Capability.query(tx.knex).whereIn('id', same).patch({ importId: run.id });
  const counted = all.filter(({ before }) => before?.importId !== run.id);
  await ConnectorImport.query(tx.knex)
    .findById(run.id)
    .patch({
      ...plus('added', counted),
      ...plus('changed', counted),
      ...plus('unchanged', counted),
      dueAt: secondsAfter(now, leaseSeconds),
      updatedAt: now,
    });
  const known = all.filter(({ kind }) => kind === 'changed');
  await announceDrift(tx, idsOf(known, 'SUBSTANCE'));
  await announceRewording(tx, idsOf(known, 'WORDS'));
  // Only known capabilities can be cached.
  if (rows.some(({ id }) => knownIds.has(id))) await touchWorkspace(tx, run.workspaceId);
}

function idsOf(all: readonly Read[], difference: Difference): string[] {
  return all.flatMap((it) => (it.difference === difference && it.before ? [it.before.id] : []));
}

// Only the previous version reads these words, beside this one during an upgrade (ADR 98).
// Sorted, so that two imports of a workspace wait for each other instead of deadlocking.
async function learnText(
  tx: TransactionContext,
  { workspaceId }: ConnectorImport,
  rows: readonly Pick<DescribedCapability, 'search' | 'title' | 'description'>[],
): Promise<void> {
  const words = tokenize(...rows.flatMap(({ search, title, description }) => [search, title, description]));
  await tx.knex.raw(
    'insert into capability_word (workspace_id, word) select ?, unnest(?::text[]) on conflict do nothing',
    [workspaceId, words.toSorted()],
  );
}

async function compared(
  tx: TransactionContext,
  { connectorId }: ConnectorImport,
  batch: readonly DescribedCapability[],
): Promise<Read[]> {
  const keys = batch.map(({ key }) => key);
  const known = await Capability.inWorkspace(tx).where({ connectorId }).whereIn('key', keys);
  const byKey = new Map(known.map((row) => [row.key, row]));
  return batch.map((described) => {
    const before = byKey.get(described.key);
    const difference = before ? differenceOf(before, described) : null;
    // The digest changes only with the substance, so that a new wording does not end reviews or selections.
    const digest = before && difference !== 'SUBSTANCE' ? before.digest : digestOf(described);
    return { described, digest, before, difference, kind: kindOf(difference, before) };
  });
}

function kindOf(difference: Difference | null, before: Capability | undefined): Read['kind'] {
  if (!before || before.removedAt) return 'added';
  return difference === 'NONE' || difference === 'LEARNED' ? 'unchanged' : 'changed';
}

function plus(kind: Read['kind'], counted: readonly Read[]) {
  return { [kind]: raw('?? + ?', [kind, counted.filter((it) => it.kind === kind).length]) };
}

function rowOf(
  { id: importId, workspaceId, connectorId }: ConnectorImport,
  { described, digest, before, difference }: Read,
  now: Date,
) {
  return {
    ...described,
    search: tokenize(described.key, described.title, described.search).join(' '),
    id: before?.id ?? newId('capability'),
    workspaceId,
    connectorId,
    digest,
    importId,
    driftedAt: difference === 'SUBSTANCE' ? now : (before?.driftedAt ?? null),
    removedAt: null,
    createdAt: before?.createdAt ?? now,
    updatedAt: now,
    rowVersion: (before?.rowVersion ?? 0) + 1,
  };
}
