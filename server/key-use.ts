import type { Knex } from 'knex';
import type { KeyUse } from '../schema/context.ts';

export interface BufferedKeyUse extends KeyUse {
  /** Writes what has gathered, in one statement. */
  flush(): Promise<void>;
}

/** What a key was used for in one hour. */
interface Use {
  keyId: string;
  hour: Date;
  lastUsedAt: Date;
  calls: number;
}

type Uses = Map<string, Use>;

const hourMs = 3_600_000;

/** Remembers the use of each key until the next flush, so that a call writes nothing. */
export function createKeyUse(knex: Knex): BufferedKeyUse {
  let gathered: Uses = new Map();
  let writing: Uses = new Map();
  const unwritten = (keyId: string) =>
    [...writing.values(), ...gathered.values()].filter((use) => use.keyId === keyId);
  return {
    touch: (keyId, at) => {
      const hour = new Date(Math.floor(at.getTime() / hourMs) * hourMs);
      add(gathered, { keyId, hour, lastUsedAt: at, calls: 1 });
    },
    pending: (keyId) => unwritten(keyId).at(-1)?.lastUsedAt ?? null,
    pendingCalls: (keyId) => unwritten(keyId).reduce((sum, { calls }) => sum + calls, 0),
    async flush() {
      if (gathered.size === 0 || writing.size > 0) return;
      writing = gathered;
      gathered = new Map();
      try {
        await write(knex, [...writing.values()]);
      } catch (error) {
        // What could not be written is not newer than what has come since.
        const later = gathered;
        gathered = writing;
        for (const use of later.values()) add(gathered, use);
        throw error;
      } finally {
        writing = new Map();
      }
    },
  };
}

function add(uses: Uses, { keyId, hour, lastUsedAt, calls }: Use): void {
  const id = idOf(keyId, hour);
  const known = uses.get(id);
  uses.set(id, { keyId, hour, lastUsedAt, calls: (known?.calls ?? 0) + calls });
}

function idOf(keyId: string, hour: Date): string {
  return `${keyId}:${hour.toISOString().slice(0, 13)}`;
}

async function write(knex: Knex, uses: Use[]): Promise<void> {
  // In one order in every process, so that no two wait for each other.
  const sorted = uses.toSorted((a, b) => (idOf(a.keyId, a.hour) < idOf(b.keyId, b.hour) ? -1 : 1));
  const columns = [
    sorted.map(({ keyId, hour }) => idOf(keyId, hour)),
    sorted.map(({ keyId }) => keyId),
    sorted.map(({ hour }) => hour.toISOString()),
    sorted.map(({ lastUsedAt }) => lastUsedAt.toISOString()),
    sorted.map(({ calls }) => calls),
  ];
  await knex.raw(statement, columns);
}

const statement = `
  with used as (
    select * from unnest(?::text[], ?::text[], ?::timestamptz[], ?::timestamptz[], ?::integer[])
      as used (id, key_id, hour, at, calls)
  ), last as (
    insert into api_key_use (id, last_used_at, created_at, updated_at)
    select key_id, max(at), max(at), max(at) from used group by key_id order by key_id collate "C"
    on conflict (id) do update set
      last_used_at = greatest(api_key_use.last_used_at, excluded.last_used_at),
      updated_at = excluded.updated_at,
      row_version = api_key_use.row_version + 1
  )
  insert into api_key_calls (id, key_id, hour, calls, created_at, updated_at)
  select id, key_id, hour, calls, at, at from used order by id collate "C"
  on conflict (id) do update set
    calls = api_key_calls.calls + excluded.calls,
    updated_at = excluded.updated_at,
    row_version = api_key_calls.row_version + 1`;
