import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Knex } from 'knex';
import { raw, type QueryBuilder } from 'objection';
import { AuditEntry, AuditHead } from '../../../db/models/audit.ts';
import type { Event } from '../../../db/models/event.ts';
import { newId } from '../../values/id.ts';

/**
 * The audit log is a set of hash chains. An entry's hash is SHA-256 over the previous hash and the RFC 8785
 * form of the entry. So an entry that was changed, removed, inserted or moved breaks the chain there.
 * Appending locks the head row, which counts the entries, so the entries of a chain follow commit order.
 * Signed checkpoints outside the database reveal a tail that was removed together with its head.
 */
export type EntryContent = Pick<
  AuditEntry,
  'at' | 'action' | 'outcome' | 'actor' | 'targets' | 'changes' | 'origin' | 'reason' | 'collapseKey'
>;

/** The transaction of the entry. */
type Within = { knex: Knex };

/** The chain for attempts of unknown callers, such as a sign-in to an account that does not exist. */
export const platformChain = 'platform';

export const genesis: Buffer = Buffer.alloc(32);

/** Locks the chain's head to the end of the transaction. Creates it at first use. */
export async function lockHead(ctx: Within, chain: string): Promise<AuditHead> {
  return await lock(ctx, chain, 'moved_in = audit_head.moved_in');
}

/** The same, and marks the head: this transaction changes data that snapshots of the chain may depend on. */
export async function touchHead(ctx: Within, chain: string): Promise<AuditHead & { movedIn: string }> {
  return (await lock(ctx, chain, 'moved_in = excluded.moved_in')) as AuditHead & { movedIn: string };
}

/** The same for a change without an entry, which leaves a new mark all the same (`markOf`). */
export async function moveHead(ctx: Within, chain: string): Promise<AuditHead & { movedIn: string }> {
  const set = 'moved_in = excluded.moved_in, row_version = audit_head.row_version + 1';
  return (await lock(ctx, chain, set)) as AuditHead & { movedIn: string };
}

async function lock({ knex }: Within, chain: string, set: string): Promise<AuditHead> {
  const { rows } = await knex.raw(
    `insert into audit_head (chain, hash, moved_in) values (?, ?, pg_current_xact_id())
     on conflict (chain) do update set ${set}
     returning chain, seq, hash, row_version as "rowVersion", event_position as "eventPosition", moved_in::text as "movedIn"`,
    [chain, genesis],
  );
  return rows[0] as AuditHead;
}

/** Appends one entry after the locked head, and its event. Returns the chain's new hash. */
export async function append(
  ctx: Within,
  head: AuditHead,
  content: EntryContent,
  event?: QueryBuilder<Event, Event>,
): Promise<Buffer> {
  return await appendAll(ctx, head, [content], event);
}

/** Appends several entries in this order. */
export async function appendAll(
  { knex }: Within,
  head: AuditHead,
  contents: readonly EntryContent[],
  event?: QueryBuilder<Event, Event>,
): Promise<Buffer> {
  const last = contents.at(-1);
  if (!last) return head.hash;
  const { rows, seq, hash } = entriesAfter(head, contents);
  // One statement writes all, since a statement costs more than its rows.
  const advancing = AuditHead.query(knex).with('appended', AuditEntry.query(knex).insert(rows));
  if (event) advancing.with('emitted', event);
  await advancing.findById(head.chain).patch({
    seq,
    hash,
    eventPosition: head.eventPosition + (event ? 1 : 0),
    movedAt: last.at,
    rowVersion: raw('row_version + 1'),
  });
  return hash;
}

/** The part of a head that the next entry continues. */
export type ChainEnd = Pick<AuditHead, 'chain' | 'seq' | 'hash'>;

/** Returns the rows of entries that continue a chain, with its new end. */
export function entriesAfter({ chain, ...end }: ChainEnd, contents: readonly EntryContent[]) {
  let { seq, hash } = end;
  const rows = contents.map((content) => {
    const entry = { id: newId('auditEntry'), chain, seq: (seq += 1), ...content };
    const previousHash = hash;
    hash = hashOf(previousHash, entry);
    return { ...entry, previousHash, hash };
  });
  return { rows, chain, seq, hash };
}

/**
 * Returns a text that identifies a state of the head among all states of the chain, even in another history. The
 * version covers changes without an entry.
 */
export function markOf({ hash, rowVersion }: Pick<AuditHead, 'hash' | 'rowVersion'>): string {
  return `${hash.toString('hex', 0, markBytes)}.${rowVersion}`;
}

export const markBytes = 16;

/** Returns the hash of an entry as stored. */
export function hashOf(
  previous: Buffer,
  entry: EntryContent & Pick<AuditEntry, 'id' | 'chain' | 'seq'>,
): Buffer {
  const { id, chain, seq, at, action, outcome, actor, targets, changes, origin, reason, collapseKey } = entry;
  const content = { id, chain, seq, action, outcome, actor, targets, changes, origin, reason, collapseKey };
  const text = canonicalize({ ...content, at: at.toISOString() });
  if (text === undefined) throw new Error('An audit entry has no canonical form.');
  return createHash('sha256').update(previous).update(text).digest();
}
