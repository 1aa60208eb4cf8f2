import type { ApiProduct } from '../../../db/models/api-product.ts';
import type { OpenApiDocument } from '../../kernel/ports/api-description.ts';
import { itemsOf, own } from '../../values/foreign-values.ts';

/** Returns the tag of each product: its name, with the slug if the document has another tag of this name. */
export function tagsOf(
  products: ReadonlySet<ApiProduct>,
  { paths }: OpenApiDocument,
): ReadonlyMap<ApiProduct, string> {
  const stated = Object.values(paths).flatMap((methods) => Object.values(methods));
  const ours = new Set(stated.flatMap((operation) => itemsOf(own(operation, 'tags'))));
  const byName = Map.groupBy(products, ({ name }) => name);
  return new Map(
    [...products].map((product) => {
      const { name, slug } = product;
      const isAlone = !ours.has(name) && byName.get(name)?.length === 1;
      return [product, isAlone ? name : `${name} (${slug})`];
    }),
  );
}

export function tagOf({ name, description }: ApiProduct, tag = name) {
  return { name: tag, description: description || `The API product ${name}.` };
}
