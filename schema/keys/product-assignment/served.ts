import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { ApiProduct } from '../../../db/models/api-product.ts';
import type { TransactionContext } from '../../kernel/context.ts';
import { refuse, validationFailed } from '../../values/errors.ts';
import { servedVersion } from '../product/served-name.ts';

/** Returns the version of a major that is served now. Throws `invalid_transition` if there is none. */
export async function assertServed(
  tx: TransactionContext,
  { id: productId, slug }: ApiProduct,
  major: number,
): Promise<ApiProductVersion> {
  const version = await servedVersion(tx, productId, major);
  if (version) return version;
  throw refuse(
    'invalid_transition',
    `${slug} serves no version ${major}. Publish one, or assign another major version.`,
  );
}

/** Throws `validation_failed` if an operation is not one of the version. */
export function assertKnown(version: ApiProductVersion, operations: readonly string[] | null): void {
  const known = new Set(version.operations.map(({ operationId }) => operationId));
  const findings = (operations ?? []).flatMap((operation, index) =>
    known.has(operation)
      ? []
      : [
          {
            pointer: `/operations/${index}`,
            code: 'unknown_operation',
            message: `must be an operation of version ${version.major}.${version.number}`,
          },
        ],
  );
  if (findings.length > 0) throw validationFailed(findings);
}
