import type { Knex } from 'knex';
import type { Feed } from '../../schema/kernel/ports/feed.ts';

/** What a change that is said to concern one row may write beside it: on none of these rests what is kept for requests. */
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
  'mail',
]);

/**
 * Looks, before anybody is told of a change that is said to concern one row (`schema/records/event/invalidation-scope.ts`), which rows its
 * transaction has written. Gives what says, at the end, whether there was another one that something kept may rest on:
 * instances would go on by it.
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
  // A row knows the transaction that wrote it by the lower half of its id.
  return `with written as (select mod(:transaction::numeric, 4294967296)::text::xid as xid) ${rows.join(' union all ')}`;
}
