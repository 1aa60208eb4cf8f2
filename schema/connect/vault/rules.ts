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

/** How many values of one reference may wait to be destroyed, the one in use among them. */
export const maxActiveVersions = 10;
/** How many references a project may have that are not destroyed. */
export const maxReferences = 500;
/** How many vaults a workspace may have made known. */
export const maxVaults = 100;

/** The longest time that a data key is held, open, in memory. */
export const dataKeySeconds = 60;
