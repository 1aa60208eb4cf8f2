import type { CredentialPartForm, CredentialReference } from '../../../db/models/credential-reference.ts';
import type { Secret } from './secret.ts';

/** The names of a secret’s parts or headers, each with its form, without their values. */
export type Outline = Readonly<Record<string, CredentialPartForm>>;

/** Returns the outline of a secret; null if its kind alone determines its parts. */
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

/** Returns the names of a reference’s parts; null for a single secret. */
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
