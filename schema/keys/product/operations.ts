import { ApiProductOperation } from '../../../db/models/api-product-operation.ts';
import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Context } from '../../kernel/context.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { refuse } from '../../values/errors.ts';
import type { Upstream } from './upstream.ts';
import { digestOf } from './version-digest.ts';

type Digested = Pick<
  ApiProductVersion,
  'id' | 'workspaceId' | 'major' | 'number' | 'status' | 'requestChecks' | 'digest'
> &
  Upstream;

/**
 * Returns the operations of a version, in the order of its document. Throws `invalid_transition` if it is
 * discarded, and `integrity_check_failed` if they are not those of its digest.
 */
export async function operationsOf(ctx: Context, version: Digested): Promise<DescribedOperation[]> {
  const { id, workspaceId, major, number, status, digest } = version;
  if (status === 'DISCARDED')
    throw refuse(
      'invalid_transition',
      `Version ${major}.${number} is discarded, and its document is deleted. Choose another version.`,
    );
  const rows = await ApiProductOperation.inWorkspace(ctx).where({ versionId: id }).orderBy('position');
  const operations = rows.map(({ definition }) => definition as DescribedOperation);
  if ((await digestOf(operations, version)).equals(digest)) return operations;
  throw refuse(
    'integrity_check_failed',
    `The operations of the version ${id} were changed outside of Sallyport. Restore them from a backup, or publish another version.`,
    { broken: { type: 'api_product_version', id }, chain: workspaceId },
  );
}
