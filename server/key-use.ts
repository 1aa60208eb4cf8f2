import type { Knex } from 'knex';
import type { KeyUse } from '../schema/context.ts';

export interface BufferedKeyUse extends KeyUse {
  /** Writes what has gathered, in one statement. */
  flush(): Promise<void>;
}

/** Remembers the last use of each key until the next flush, so that a call writes nothing. */
export function createKeyUse(knex: Knex): BufferedKeyUse {
  let gathered = new Map<string, Date>();
  let writing = new Map<string, Date>();
  return {
    touch: (keyId, at) => void gathered.set(keyId, at),
    pending: (keyId) => gathered.get(keyId) ?? writing.get(keyId) ?? null,
    async flush() {
      if (gathered.size === 0 || writing.size > 0) return;
      writing = gathered;
      gathered = new Map();
      try {
        await write(knex, [...writing]);
      } catch (error) {
        // What could not be written is not newer than what has come since.
        gathered = new Map([...writing, ...gathered]);
        throw error;
      } finally {
        writing = new Map();
      }
    },
  };
}

async function write(knex: Knex, uses: [string, Date][]): Promise<void> {
  // In one order in every process, so that no two wait for each other.
  const sorted = uses.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const ids = sorted.map(([id]) => id);
  const times = sorted.map(([, at]) => at.toISOString());
  await knex.raw(
    `insert into api_key_use (id, last_used_at, created_at, updated_at)
     select id, at, at, at from unnest(?::text[], ?::timestamptz[]) as used (id, at)
     order by id collate "C"
     on conflict (id) do update set
       last_used_at = greatest(api_key_use.last_used_at, excluded.last_used_at),
       updated_at = excluded.updated_at,
       row_version = api_key_use.row_version + 1`,
    [ids, times],
  );
}
