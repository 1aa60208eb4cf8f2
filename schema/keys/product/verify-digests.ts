import type { Knex } from 'knex';
import { ApiProductOperation } from '../../../db/models/api-product-operation.ts';
import { ApiProductVersion } from '../../../db/models/api-product-version.ts';
import type { DescribedOperation } from '../../kernel/ports/product-descriptions.ts';
import { digestOf } from './version-digest.ts';

/** Returns one text for each version whose operations are not those of its digest. */
export async function versionsAtFault(knex: Knex): Promise<string[]> {
  const versions = await ApiProductVersion.query(knex).whereNot({ status: 'DISCARDED' }).orderBy('id');
  const faults: string[] = [];
  for (const version of versions) {
    const rows = await ApiProductOperation.query(knex).where({ versionId: version.id }).orderBy('position');
    const operations = rows.map(({ definition }) => definition as DescribedOperation);
    if (!(await digestOf(operations, version)).equals(version.digest))
      faults.push(
        `api_product_version ${version.id} has operations that were changed outside of Sallyport. Restore them from a backup, or publish another version.`,
      );
  }
  return faults;
}
