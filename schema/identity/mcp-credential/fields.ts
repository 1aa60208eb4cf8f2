import type { McpCredential } from '../../../db/models/mcp-credential.ts';
import type { SchemaTypes } from '../../kernel/builder.ts';
import { shownFieldsOf, type Shown } from '../../kernel/proof-type.ts';
import { McpCredentialType } from './type.ts';

type Types = PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>;
type Fields<Parent> = PothosSchemaTypes.ObjectFieldBuilder<Types, Parent>;

export function credentialFields<Parent extends { mcpCredential: McpCredential }>(t: Fields<Parent>) {
  return { mcpCredential: t.field({ type: McpCredentialType, resolve: (it) => it.mcpCredential }) };
}

/** The payload of creating or rotating a credential. */
export function shownFields<Parent extends Shown & { mcpCredential: McpCredential }>(t: Fields<Parent>) {
  return { ...credentialFields(t), ...shownFieldsOf(t, (it) => it.mcpCredential) };
}
