import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';

export function toVersionData(version: ApiProductVersion) {
  const { productId, major, number, label, digest, status, retiresAt } = version;
  return {
    productId,
    major,
    number,
    label,
    digest: digest.toString('hex'),
    status,
    retiresAt: retiresAt?.toISOString() ?? null,
  };
}
