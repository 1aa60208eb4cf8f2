import type { Knex } from 'knex';
import type { Feed } from '../../schema/kernel/ports/feed.ts';

/** Tables that a single-row change may also write: no cached data of requests depends on them. */
const harmless: ReadonlySet<string> = new Set([
  'audit_entry',
  'audit_head',
  'event',
  'idempotency',
  'webhook_endpoint',
  'webhook_delivery',
  'webhook_attempt',
  'webhook_queue',
  'mcp_tool_call',
  'test_receipt',
  'mail',
]);

/**
 * Records the rows that each transaction with a single-row scope
 * (`schema/records/event/invalidation-scope.ts`) has written, before the change is published. Returns a
 * function that throws if another row was written on which cached data may depend: instances would continue
 * to use it.
 */
export function checkReach(feed: Feed, knex: Knex): () => void {
  const publish = feed.publish.bind(feed);
  const wrong: string[] = [];
  let written: string | null = null;
  feed.publish = async (changed, transaction) => {
    if ('only' in changed) {
      written ??= await writtenRows(knex);
      const { rows } = await knex.raw<{ rows: { place: string; id: string }[] }>(written, { transaction });
      const others = rows.filter(({ place, id }) => place !== 'api_key' || id !== changed.only);
      if (others.length > 0) wrong.push(JSON.stringify({ changed, others }));
    }
    await publish(changed, transaction);
  };
  return () => {
    if (wrong.length === 0) return;
    throw new Error(
      `Changes were told as of one row, and their transactions have written others: ${wrong.join(', ')}`,
    );
  };
}

async function writtenRows(knex: Knex): Promise<string> {
  const tables = await knex('information_schema.columns')
    .where({ tableSchema: 'public', columnName: 'id' })
    .whereNotIn('tableName', [...harmless])
    .select<{ tableName: string }[]>('tableName');
  const rows = tables.map(
    ({ tableName }) =>
      `select '${tableName}' as place, id::text from ${tableName} where xmin = (select xid from written)`,
  );
  // A row stores only the lower half of its transaction's id.
  return `with written as (select mod(:transaction::numeric, 4294967296)::text::xid as xid) ${rows.join(' union all ')}`;
}
