import type { CredentialPartForm, CredentialReference } from '../../../db/models/credential-reference.ts';
import type { Secret } from './secret.ts';

/** The names of a secret's parts or headers, each with its form, and nothing of their values. */
export type Outline = Readonly<Record<string, CredentialPartForm>>;

/** Null where the kind alone says what the secret has. */
export function outlineOf(secret: Secret): Record<string, CredentialPartForm> | null {
  switch (secret.kind) {
    case 'PARTS':
      return mapped(secret.parts, (part) => (typeof part === 'string' ? 'TEXT' : 'PAIR'));
    case 'CUSTOM':
      return mapped(secret.headers, () => 'HEADER');
    default:
      return null;
  }
}

/** The names of a reference's parts; null where its secret is a single one. */
export function partNamesOf({ parts }: Pick<CredentialReference, 'parts'>): string[] | null {
  return parts && hasNamedParts(parts) ? Object.keys(parts) : null;
}

export function hasNamedParts(outline: Outline): boolean {
  return Object.values(outline).some((form) => form !== 'HEADER');
}

function mapped<Value>(
  given: Readonly<Record<string, Value>>,
  formOf: (value: Value) => CredentialPartForm,
): Record<string, CredentialPartForm> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, formOf(value)]));
}
