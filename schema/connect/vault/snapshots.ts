import { CredentialReference } from '../../../db/models/credential-reference.ts';
import { CredentialVersion } from '../../../db/models/credential-version.ts';
import { rowSnapshots } from '../../kernel/row-snapshots.ts';
import type { SnapshotKind } from '../../kernel/ports/snapshots.ts';

export const referenceSnapshots = rowSnapshots(CredentialReference, { max: 10_000 });

/** A sealed value without its key, which a rewrap replaces without an entry in the workspace's chain. */
export type SealedVersion = Pick<CredentialVersion, 'id' | 'workspaceId' | 'sealedSecret'>;

/** Named by `nameOfVersion`. An opened value is never cached. */
export const versionSnapshots: SnapshotKind<SealedVersion> = {
  max: 10_000,
  async read(knex, name) {
    const [referenceId = '', version = ''] = name.split('/');
    const row = await CredentialVersion.query(knex)
      .findOne({ referenceId, version: Number(version) })
      .select('id', 'workspaceId', 'sealedSecret');
    return row ?? null;
  },
  chainsOf: ({ workspaceId }) => [workspaceId],
};

export function nameOfVersion({ id, version }: Pick<CredentialReference, 'id' | 'version'>): string {
  return `${id}/${version}`;
}
