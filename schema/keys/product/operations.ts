import { ApiProductOperation } from '../../../db/models/api-product-operation.ts';
import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Context } from '../../kernel/context.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { refuse } from '../../values/errors.ts';
import { digestOf } from './version-digest.ts';

/**
 * Returns the operations of a version, in the order of its document. Throws `integrity_check_failed` if they are
 * not those of its digest.
 */
export async function operationsOf(
  ctx: Context,
  { id, workspaceId, requestChecks, digest }: ApiProductVersion,
): Promise<DescribedOperation[]> {
  const rows = await ApiProductOperation.inWorkspace(ctx).where({ versionId: id }).orderBy('position');
  const operations = rows.map(({ definition }) => definition as DescribedOperation);
  // A discarded version has no operations any more.
  if (rows.length === 0 || digestOf(operations, requestChecks).equals(digest)) return operations;
  throw refuse(
    'integrity_check_failed',
    `The operations of the version ${id} were changed outside of Sallyport. Restore them from a backup, or publish another version.`,
    { broken: { type: 'api_product_version', id }, chain: workspaceId },
  );
}
