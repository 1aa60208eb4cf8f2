import type { ApiProduct } from '../../../db/models/api-product.ts';
import type { ProductAssignment } from '../../../db/models/product-assignment.ts';

export function toEventData(assignment: ProductAssignment, { slug }: Pick<ApiProduct, 'slug'>) {
  const { applicationId, productId, major, environment, operations, quotaLimit, quotaPeriod, status } =
    assignment;
  return { applicationId, productId, slug, major, environment, operations, quotaLimit, quotaPeriod, status };
}
