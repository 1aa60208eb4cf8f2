import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';

type Named = Pick<DescribedOperation, 'operationId' | 'method' | 'path'>;

/** The router finds parameters of at most 200 characters; a few are for the number of a repeated id. */
const longest = 190;

/**
 * Returns an id for each operation, in their order, which an address and a code generator can use. An id that is
 * one already stays. An id such as `GET /orders/{id}` becomes `GET_orders_id`.
 */
export function referenceIds(operations: readonly Named[], prefix = ''): string[] {
  const max = longest - prefix.length;
  const taken = new Set(operations.map(({ operationId }) => operationId).filter((id) => isUsable(id, max)));
  return operations.map((operation) => {
    const { operationId } = operation;
    if (isUsable(operationId, max)) return prefix + operationId;
    const plain = plainId(operation).slice(0, max);
    let id = plain;
    for (let count = 2; taken.has(id); count += 1) id = `${plain}_${count}`;
    taken.add(id);
    return prefix + id;
  });
}

function isUsable(id: string, max: number): boolean {
  return id.length <= max && /^[\w.-]+$/.test(id) && /\w/.test(id);
}

/** An id in another script has no such letters, so its method and path name the operation. */
function plainId({ operationId, method, path }: Named): string {
  const plain = withoutOthers(operationId);
  return /\w/.test(plain) ? plain : withoutOthers(`${method}${path}`);
}

function withoutOthers(text: string): string {
  return text.replaceAll(/[^\w.-]+/g, '_').replaceAll(/^_+|_+$/g, '');
}
