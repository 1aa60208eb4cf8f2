import type { CredentialReference } from '../../../db/models/credential-reference.ts';
import type { Vault } from '../../../db/models/vault.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { CredentialReferenceType } from './type.ts';
import { VaultType } from './vault-type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function referenceFields<Parent extends { credentialReference: CredentialReference }>(
  t: Fields<Parent>,
) {
  return {
    credentialReference: t.field({
      type: CredentialReferenceType,
      resolve: (it) => it.credentialReference,
    }),
  };
}

export function vaultFields<Parent extends { vault: Vault }>(t: Fields<Parent>) {
  return { vault: t.field({ type: VaultType, resolve: (it) => it.vault }) };
}
