import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { networkOf } from '../schema/values/network.ts';
import type { KeyUse, LastUse } from '../schema/kernel/ports/key-use.ts';
import { startOf } from '../schema/values/span.ts';

export interface BufferedKeyUse extends KeyUse {
  /** Writes the gathered uses in one statement. */
  flush(): Promise<void>;
}

/** The use of a key in one hour. */
interface Use {
  keyId: string;
  hour: Date;
  lastUsedAt: Date;
  /** The address of the latest call. */
  ip: string | null;
  calls: number;
}

type Uses = Map<string, Use>;

/** The uses of one statement, and its number among the statements of this process. */
interface Batch {
  flush: number;
  uses: Uses;
}

/**
 * Gathers the use of each key until the next flush, so that a call writes nothing. A flush whose answer did
 * not arrive may have been committed. It is retried unchanged under its number, and the database stores the
 * last number, so no use is counted twice. Uses that a killed process had gathered are not counted.
 */
export function createKeyUse(knex: Knex): BufferedKeyUse {
  const writer = randomUUID();
  let gathered: Uses = new Map();
  let batch: Batch = { flush: 0, uses: new Map() };
  let isWriting = false;
  const unwritten = (keyIds: ReadonlySet<string>) =>
    [...batch.uses.values(), ...gathered.values()].filter(({ keyId }) => keyIds.has(keyId));
  const settle = async () => {
    await write(knex, writer, batch);
    batch = { ...batch, uses: new Map() };
  };
  return {
    touch: (keyId, at, ip) => {
      const hour = startOf(at, 'HOUR');
      add(gathered, { keyId, hour, lastUsedAt: at, ip, calls: 1 });
    },
    pending: (keyId) => lastOf(unwritten(new Set([keyId]))),
    pendingCalls: unwritten,
    async flush() {
      if (isWriting) return;
      isWriting = true;
      try {
        // A batch that failed before is written first, on its own.
        if (batch.uses.size > 0) await settle();
        if (gathered.size === 0) return;
        batch = { flush: batch.flush + 1, uses: gathered };
        gathered = new Map();
        await settle();
      } finally {
        isWriting = false;
      }
    },
  };
}

function lastOf(uses: readonly Use[]): LastUse | null {
  const last = uses.at(-1);
  return last ? { lastUsedAt: last.lastUsedAt, lastUsedFrom: networkOf(last.ip) } : null;
}

function add(uses: Uses, { keyId, hour, lastUsedAt, ip, calls }: Use): void {
  const id = `${keyId}:${hour.getTime()}`;
  const known = uses.get(id);
  uses.set(id, { keyId, hour, lastUsedAt, ip, calls: (known?.calls ?? 0) + calls });
}

function idOf(keyId: string, hour: Date): string {
  return `${keyId}:${hour.toISOString().slice(0, 13)}`;
}

async function write(knex: Knex, writer: string, { flush, uses }: Batch): Promise<void> {
  // All processes write in the same order, so that no two deadlock.
  const sorted = [...uses.values()].toSorted((a, b) =>
    idOf(a.keyId, a.hour) < idOf(b.keyId, b.hour) ? -1 : 1,
  );
  const latest = new Date(Math.max(...sorted.map(({ lastUsedAt }) => lastUsedAt.getTime())));
  const columns = [
    sorted.map(({ keyId, hour }) => idOf(keyId, hour)),
    sorted.map(({ keyId }) => keyId),
    sorted.map(({ hour }) => hour.toISOString()),
    sorted.map(({ lastUsedAt }) => lastUsedAt.toISOString()),
    sorted.map(({ ip }) => networkOf(ip) ?? ''),
    sorted.map(({ calls }) => calls),
  ];
  await knex.raw(statement, [writer, flush, latest, latest, ...columns]);
}

// The first part writes the number. If that number is already written, no part writes anything. Uses of
// unknown keys are omitted, so that they do not block the others.
const statement = `
  with turn as (
    insert into key_use_writer (id, flush, created_at, updated_at) values (?, ?, ?, ?)
    on conflict (id) do update set
      flush = excluded.flush,
      updated_at = excluded.updated_at,
      row_version = key_use_writer.row_version + 1
    where key_use_writer.flush < excluded.flush
    returning id
  ), used as (
    select used.* from unnest(?::text[], ?::text[], ?::timestamptz[], ?::timestamptz[], ?::text[], ?::integer[])
      as used (id, key_id, hour, at, network, calls)
    join api_key on api_key.id = used.key_id
    where exists (select from turn)
  ), last as (
    insert into api_key_use (id, last_used_at, last_used_from, created_at, updated_at)
    select distinct on (key_id collate "C") key_id, at, nullif(network, ''), at, at
    from used order by key_id collate "C", at desc
    on conflict (id) do update set
      last_used_at = greatest(api_key_use.last_used_at, excluded.last_used_at),
      last_used_from = case when excluded.last_used_at < api_key_use.last_used_at
        then api_key_use.last_used_from else excluded.last_used_from end,
      updated_at = excluded.updated_at,
      row_version = api_key_use.row_version + 1
  )
  insert into api_key_calls (id, key_id, hour, calls, created_at, updated_at)
  select id, key_id, hour, calls, at, at from used order by id collate "C"
  on conflict (id) do update set
    calls = api_key_calls.calls + excluded.calls,
    updated_at = excluded.updated_at,
    row_version = api_key_calls.row_version + 1`;
