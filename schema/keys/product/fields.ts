import type { ApiProduct } from '../../../db/models/api-product.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { ApiProductType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;

export function productFields<Parent extends { apiProduct: ApiProduct }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>,
) {
  return { apiProduct: t.field({ type: ApiProductType, resolve: (it) => it.apiProduct }) };
}
