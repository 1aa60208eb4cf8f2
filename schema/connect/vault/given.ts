import type { CredentialKind, CredentialReference } from '../../../db/models/credential-reference.ts';
import { missing, validationFailed, type Refusal } from '../../values/errors.ts';
import { partNamesOf } from './outline.ts';
import { readParts, readSecret, type Secret } from './secret.ts';

/** The secret in an input: one of its kind, or named parts. */
export interface GivenSecret {
  kind?: CredentialKind | null | undefined;
  secret?: unknown;
  parts?: unknown;
}

/** The kind of a reference with named parts. */
export const kindOfParts = 'CUSTOM' satisfies CredentialKind;

/**
 * Returns the kind of the secret. Throws `validation_failed` if it is missing, or not CUSTOM for named parts.
 */
export function kindIn({ kind, parts }: GivenSecret): CredentialKind {
  if (!isThere(parts)) {
    if (kind) return kind;
    throw validationFailed([missing('/kind')]);
  }
  if (!kind || kind === kindOfParts) return kindOfParts;
  throw invalid('/kind', `must be ${kindOfParts} with parts; or leave it out`);
}

/** Returns the secret from exactly one of `secret` and `parts`. Throws `validation_failed`. */
export function readGiven(kind: CredentialKind, { secret, parts }: GivenSecret): Secret {
  if (!isThere(parts)) return readSecret(kind, secret);
  if (isThere(secret)) throw invalid('/parts', 'replaces a secret; send only one of them');
  return readParts(parts);
}

/**
 * Like `readGiven`, for a new value of a reference, which must have named parts exactly if the old one has.
 */
export function readRenewed(
  reference: Pick<CredentialReference, 'kind' | 'parts'>,
  given: GivenSecret,
): Secret {
  const hasNames = partNamesOf(reference) !== null;
  if (hasNames && !isThere(given.parts))
    throw invalid('/parts', 'is required: the reference has named parts, so a new value needs them too');
  if (!hasNames && isThere(given.parts))
    throw invalid(
      '/parts',
      'applies only to references with named parts; send a secret, or create another reference',
    );
  return readGiven(reference.kind, given);
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function invalid(pointer: string, message: string): Refusal {
  return validationFailed([{ pointer, code: 'invalid', message }]);
}
