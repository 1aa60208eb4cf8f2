import type { Actor } from '../../../db/models/audit.ts';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { entriesAbout } from '../../records/audit/entries-about.ts';

const contributions = [
  'api_product.version_created',
  'api_product.version_updated',
  'api_product.version_published',
];

/**
 * Returns the contributors to a version: who created, changed or published it, or a version between it and the
 * live one. The audit log contains each such command.
 */
export async function contributorsTo(
  tx: TransactionContext,
  { id, productId, major, number }: ApiProductVersion,
  live: ApiProductVersion | null,
): Promise<Actor[]> {
  const between = await ApiProductVersion.inWorkspace(tx)
    .where({ productId, major })
    .whereBetween('number', [(live?.number ?? 0) + 1, number])
    .select('id');
  const ids = [id, ...between.map((version) => version.id)];
  return (await entriesAbout(tx, contributions, ids)).map(({ actor }) => actor);
}
