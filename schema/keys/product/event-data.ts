import type { ApiProduct } from '../../../db/models/api-product.ts';

export function toEventData({ slug, name, ownerId, status }: ApiProduct) {
  return { slug, name, ownerId, status };
}
