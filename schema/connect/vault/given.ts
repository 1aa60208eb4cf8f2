import type { CredentialKind, CredentialReference } from '../../../db/models/credential-reference.ts';
import { missing, validationFailed, type Refusal } from '../../values/errors.ts';
import { partNamesOf } from './outline.ts';
import { readParts, readSecret, type Secret } from './secret.ts';

/** A secret as it is given: one of its kind, or named parts. */
export interface GivenSecret {
  kind?: CredentialKind | null | undefined;
  secret?: unknown;
  parts?: unknown;
}

/** The kind of reference that named parts make. */
export const kindOfParts = 'CUSTOM' satisfies CredentialKind;

/** The kind that is meant. Throws where none is named, or where named parts are said to be of another one. */
export function kindIn({ kind, parts }: GivenSecret): CredentialKind {
  if (!isThere(parts)) {
    if (kind) return kind;
    throw validationFailed([missing('/kind')]);
  }
  if (!kind || kind === kindOfParts) return kindOfParts;
  throw invalid('/kind', `must be ${kindOfParts} with parts; or leave it out`);
}

/** The secret, of exactly one of the two. Throws `validation_failed`. */
export function readGiven(kind: CredentialKind, { secret, parts }: GivenSecret): Secret {
  if (!isThere(parts)) return readSecret(kind, secret);
  if (isThere(secret)) throw invalid('/parts', 'replaces a secret; send only one of them');
  return readParts(parts);
}

/** The same for another value of a reference, which has named parts if it had some before. */
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
