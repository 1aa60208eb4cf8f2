import type { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import { refuse } from '../../values/errors.ts';

/**
 * Throws `invalid_transition` if a major has ended, or its end was announced. A later version of it would be
 * compared with nothing.
 */
export function assertMajorGoesOn(
  major: number,
  versions: readonly Pick<ApiProductVersion, 'status'>[],
): void {
  const has = (...statuses: ApiProductVersion['status'][]) =>
    versions.some(({ status }) => statuses.includes(status));
  if (has('PUBLISHED') || !has('DEPRECATED', 'RETIRED')) return;
  throw refuse(
    'invalid_transition',
    `The major version ${major} of the API product has ended, or its end is announced. Begin another major version.`,
  );
}
