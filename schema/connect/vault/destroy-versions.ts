import type { QueryBuilder } from 'objection';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import type { TransactionContext } from '../../kernel/context.ts';

/** Erases the values. After the commit, no instance can open them, and this one drops their cached keys. */
export async function destroyVersions(
  tx: TransactionContext,
  versions: QueryBuilder<CredentialVersion>,
): Promise<void> {
  const ids = (await versions.select('id')).map(({ id }) => id);
  const now = tx.clock.now();
  await CredentialVersion.query(tx.knex)
    .findByIds(ids)
    .patch({
      status: 'DESTROYED',
      sealedKey: null,
      sealedSecret: null,
      destroyedAt: now,
      updatedAt: now,
      rowVersion: CredentialVersion.raw('row_version + 1'),
    });
  for (const id of ids)
    tx.afterCommit(`drop the data key ${id}`, () => {
      tx.dataKeys.drop(id);
      return Promise.resolve();
    });
}
