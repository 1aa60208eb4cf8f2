import type { CredentialReferenceStatus } from '../../../db/models/credential-reference.ts';
import type { CredentialVersionStatus } from '../../../db/models/credential-version.ts';
import type { VaultStatus } from '../../../db/models/vault.ts';
import { machine } from '../../values/machine.ts';

export const vaultMoves = machine<VaultStatus, 'update' | 'read' | 'delete'>(
  'vault',
  { commands: { update: 'updated', delete: 'deleted' } },
  { ACTIVE: { update: 'ACTIVE', read: 'ACTIVE', delete: 'DELETED' }, DELETED: {} },
);

export const referenceMoves = machine<CredentialReferenceStatus, 'open' | 'rotate' | 'destroy'>(
  'credential reference',
  { commands: { rotate: 'given a new value', destroy: 'destroyed' } },
  { ACTIVE: { open: 'ACTIVE', rotate: 'ACTIVE', destroy: 'DESTROYED' }, DESTROYED: {} },
);

export const versionMoves = machine<CredentialVersionStatus, 'destroy'>(
  'credential version',
  { commands: { destroy: 'destroyed' } },
  { ACTIVE: { destroy: 'DESTROYED' }, DESTROYED: {} },
);

/** The maximum number of values of a reference that are not destroyed, including the current one. */
export const maxActiveVersions = 10;
/** The maximum number of references in a project that are not destroyed. */
export const maxReferences = 500;
/** The maximum number of external vaults in a workspace. */
export const maxVaults = 100;

/** How long an instance caches an opened data key in memory. */
export const dataKeySeconds = 60;
