import type { Context } from '../../kernel/context.ts';
import { refuse } from '../../values/errors.ts';
import { partsOfName } from '../product/served-name.ts';
import { assertIncluded, assignedInSandbox, shown } from './assigned.ts';
import { servedOf } from './served.ts';

interface Named {
  applicationId: string;
  /** Such as `shop@v1`. */
  product: string;
  operationId: string;
}

/** Returns an operation that the application may call. Throws `product_not_assigned` or `not_found`. */
export async function assignedOperation(ctx: Context, { applicationId, product, operationId }: Named) {
  const { slug, major } = partsOfName(product);
  const { assignment, version } = await assignedInSandbox(ctx, applicationId, { slug, major });
  const operation = (await servedOf(ctx, version)).byId(operationId);
  if (!operation)
    throw refuse(
      'not_found',
      `${product} has no operation ${shown(operationId)}. Its version lists the operations.`,
    );
  assertIncluded(assignment, operation, { slug, major, environment: 'SANDBOX' });
  return { operation, version, slug, major };
}
