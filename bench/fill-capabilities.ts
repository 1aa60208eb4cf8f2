import { Capability } from '../db/models/capability.ts';
import { ConnectorImport } from '../db/models/connector-import.ts';
import type { Ports } from '../schema/kernel/context.ts';
import { newId } from '../schema/values/id.ts';
import { tokenize } from '../schema/values/tokenize.ts';
import { describedAs } from './described.ts';

export interface Fill {
  connectorId: string;
  /** The numbers of the capabilities: from `from`, inclusive, to `to`, exclusive. */
  from: number;
  to: number;
}

const batchSize = 5000;

/** Inserts copies of the connector's first capability with other keys and texts. */
export async function fillCapabilities(ports: Ports, fill: Fill): Promise<number> {
  const { clock, database, snapshots } = ports;
  const { knex } = database;
  const { connectorId, from, to } = fill;
  const { id } = await Capability.query(knex).findOne({ connectorId }).orderBy('id').throwIfNotFound();
  for (let start = from; start < to; start += batchSize) {
    const size = Math.min(batchSize, to - start);
    const all = Array.from({ length: size }, (_, index) => describedAs(start + index));
    const searches = all.map(({ title }) => tokenize(title, 'shop').join(' '));
    const titles = all.map(({ title }) => title);
    const descriptions = all.map(({ description }) => description);
    await knex.raw(
      `insert into capability (id, workspace_id, connector_id, key, title, description, mode, request, input_schema, digest,
         search, import_id, created_at, updated_at)
       select first.id || lpad(number::text, 8, '0'), workspace_id, connector_id, key || number, given.title, given.description,
         mode, request, input_schema, digest, given.search, import_id, created_at, updated_at
       from capability first, unnest(?::text[], ?::text[], ?::text[]) with ordinality as made (title, description, search, place),
         lateral (select made.title, made.description, made.search, ?::int + place - 1 as number) as given
       where first.id = ?`,
      [titles, descriptions, searches, start, id],
    );
  }
  // PostgreSQL would do this automatically after a while.
  await knex.raw('analyze capability');
  // As an import does, so that the next search reads the new rows.
  const last = await ConnectorImport.query(knex)
    .findOne({ connectorId })
    .orderBy('id', 'desc')
    .throwIfNotFound();
  const now = clock.now();
  const added = to - from;
  await ConnectorImport.query(knex).insert({
    ...last.$toJson(),
    id: newId('connectorImport'),
    added,
    endedAt: now,
  });
  snapshots.clear();
  return to - from;
}
