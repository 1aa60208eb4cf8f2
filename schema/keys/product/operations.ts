import { ApiProductOperation } from '../../../db/models/api-product-operation.ts';
import type { Context } from '../../kernel/context.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';

/** Returns the operations of a version, in the order of its document. */
export async function operationsOf(ctx: Context, { id }: { id: string }): Promise<DescribedOperation[]> {
  const rows = await ApiProductOperation.inWorkspace(ctx).where({ versionId: id }).orderBy('position');
  return rows.map(({ definition }) => definition as DescribedOperation);
}
