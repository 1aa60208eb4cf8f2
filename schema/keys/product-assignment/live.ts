import { ApiProduct } from '../../../db/models/api-product.ts';
import { ProductAssignment } from '../../../db/models/product-assignment.ts';
import type { ProductionAccess } from '../../../db/models/production-access.ts';
import { record } from '../../records/audit/record.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { newId } from '../../values/id.ts';
import { partsOfName, servedName, servedVersion } from '../product/served-name.ts';
import { toEventData } from './event-data.ts';
import { removeAssignment } from './remove.ts';

interface Major {
  product: ApiProduct;
  major: number;
}

/**
 * Locks what production access changes of an application’s live assignments, and returns the function that changes
 * them: afterward exactly the requested products are assigned. Throws `invalid_transition` if one is no longer served.
 */
export async function lockLive(
  tx: TransactionContext,
  {
    workspaceId,
    applicationId,
    requestedProducts,
    requestedBy,
  }: Pick<ProductionAccess, 'workspaceId' | 'applicationId' | 'requestedProducts' | 'requestedBy'>,
): Promise<() => Promise<void>> {
  const majors: Major[] = [];
  for (const name of requestedProducts.toSorted()) majors.push(await lockMajor(tx, name));
  const present = await ProductAssignment.inWorkspace(tx)
    .where({ applicationId, environment: 'LIVE', status: 'ACTIVE' })
    .orderBy('id')
    .forNoKeyUpdate();
  const isSame = (it: ProductAssignment) => (other: Major) =>
    it.productId === other.product.id && it.major === other.major;
  const gone = present.filter((it) => !majors.some(isSame(it)));
  const added = majors.filter((it) => !present.some((other) => isSame(other)(it)));
  return async () => {
    for (const assignment of gone) await removeAssignment(tx, assignment);
    for (const { product, major } of added) {
      const row = { workspaceId, applicationId, productId: product.id, major, createdBy: requestedBy };
      await add(tx, product, row);
    }
  };
}

async function lockMajor(tx: TransactionContext, name: string): Promise<Major> {
  const { slug, major } = partsOfName(name);
  const product = await ApiProduct.inWorkspace(tx).findOne({ slug }).forShare();
  if (product && (await servedVersion(tx, product.id, major))) return { product, major };
  throw refuse(
    'invalid_transition',
    `${name} is no longer served. Ask for a request without it, or have a version of it published.`,
  );
}

async function add(
  tx: TransactionContext,
  product: ApiProduct,
  row: Pick<ProductAssignment, 'workspaceId' | 'applicationId' | 'productId' | 'major' | 'createdBy'>,
): Promise<void> {
  const now = tx.clock.now();
  const assignment = await ProductAssignment.query(tx.knex)
    .insert({
      ...row,
      id: newId('productAssignment'),
      environment: 'LIVE',
      operations: null,
      quotaLimit: null,
      quotaPeriod: null,
      status: 'ACTIVE',
      createdAt: now,
      updatedAt: now,
    })
    .returning('*');
  const data = toEventData(assignment, product);
  await record(tx, 'application.product.assigned', { subject: assignment, data });
}

/** Returns the names of the products that are assigned to an application for live calls. */
export async function liveNames(tx: TransactionContext, applicationId: string): Promise<string[]> {
  const rows: { slug: string; major: number }[] = await tx
    .knex('productAssignment')
    .join('apiProduct', 'apiProduct.id', 'productAssignment.productId')
    .where({
      'productAssignment.applicationId': applicationId,
      'productAssignment.environment': 'LIVE',
      'productAssignment.status': 'ACTIVE',
    })
    .select('apiProduct.slug', 'productAssignment.major');
  return rows.map(({ slug, major }) => servedName(slug, major));
}
