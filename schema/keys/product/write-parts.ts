import { ApiProductDocument } from '../../../db/models/api-product-document.ts';
import { ApiProductOperation } from '../../../db/models/api-product-operation.ts';
import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { Context, TransactionContext } from '../../kernel/context.ts';
import { sealInWorkspace, unsealInWorkspace, type Place } from '../../kernel/workspace-key.ts';
import { newId } from '../../values/id.ts';
import type { ProductDocument } from './read-document.ts';

type Owner = Pick<ApiProductVersion, 'id' | 'workspaceId'>;

/** Returns the columns of a version that follow from its document. */
export function describedBy({ head, operations, findings, findingCount }: ProductDocument) {
  return {
    title: head.title,
    label: head.label,
    operations: operations.map(({ operationId, method, path, title }) => ({
      operationId,
      method,
      path,
      title,
    })),
    findings,
    findingCount,
  };
}

/** Writes the document and the operations of a draft, in place of the earlier ones. */
export async function writeParts(
  tx: TransactionContext,
  { id: versionId, workspaceId }: Owner,
  { bytes, operations }: ProductDocument,
): Promise<void> {
  await removeParts(tx, versionId);
  const now = tx.clock.now();
  const common = { workspaceId, versionId, createdAt: now, updatedAt: now };
  const id = newId('apiProductDocument');
  const sealed = await sealInWorkspace(tx, placeOf({ id, workspaceId }), bytes);
  await ApiProductDocument.query(tx.knex).insert({ ...common, id, sealed });
  const rows = operations.map((definition, position) => ({
    ...common,
    id: newId('apiProductOperation'),
    position,
    definition,
  }));
  await ApiProductOperation.query(tx.knex).insert(rows);
}

/** Returns the bytes of a version's document. */
export async function documentOf(ctx: Context, { id: versionId }: Owner): Promise<Buffer> {
  const document = await ApiProductDocument.inWorkspace(ctx).findOne({ versionId }).throwIfNotFound();
  return await unsealInWorkspace(ctx, placeOf(document), document.sealed);
}

function placeOf({ id, workspaceId }: Owner): Place {
  return { workspaceId, name: `api-product-document/${id}/sealed` };
}

export async function removeParts(tx: TransactionContext, versionId: string): Promise<void> {
  await ApiProductDocument.inWorkspace(tx).delete().where({ versionId });
  await ApiProductOperation.inWorkspace(tx).delete().where({ versionId });
}
