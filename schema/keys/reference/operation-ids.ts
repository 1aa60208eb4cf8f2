import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';

/**
 * Returns an id for each operation, in their order, which an address and a code generator can use. An id such as
 * `GET /orders/{id}` becomes `GET_orders_id`.
 */
export function referenceIds(operations: readonly DescribedOperation[], prefix = ''): string[] {
  const taken = new Set<string>();
  return operations.map(({ operationId }) => {
    const plain = prefix + operationId.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
    let id = plain;
    for (let count = 2; taken.has(id); count += 1) id = `${plain}_${count}`;
    taken.add(id);
    return id;
  });
}
