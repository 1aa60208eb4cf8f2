import { refuse } from '../../schema/values/errors.ts';
import { takesRowVersion } from '../../schema/run.ts';
import type { Route } from './route.ts';

/** Returns the ETag of an answer about one row, from its version; null for any other answer. */
export function etagOf(answer: unknown): string | null {
  const { rowVersion } = (answer ?? {}) as { rowVersion?: unknown };
  return typeof rowVersion === 'number' ? `"v${rowVersion}"` : null;
}

/**
 * Adds the version in `If-Match` to the variables (RFC 9110 §13.1.1); the command checks it after the
 * permission. An ETag of no possible row becomes 0. Throws `version_conflict` if the route has no version.
 */
export function withVersion(
  { method, document }: Route,
  variables: Record<string, unknown>,
  ifMatch: string | undefined,
): Record<string, unknown> {
  if (ifMatch === undefined || ifMatch === '*' || method === 'GET') return variables;
  if (!takesRowVersion(document))
    throw refuse('version_conflict', 'This path has no version to compare. Leave If-Match out.');
  const ifRowVersion = Number(/^(?:W\/)?"v(\d{1,9})"$/.exec(ifMatch.trim())?.[1] ?? 0);
  return { ...variables, input: { ...(variables['input'] as object), ifRowVersion } };
}

/** Throws `version_conflict` if the ETag of the answer does not match `If-Match`. */
export function assertMatch(etag: string | null, ifMatch: string | undefined): void {
  if (etag === null || ifMatch === undefined || ifMatch === '*') return;
  if (ifMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)) return;
  throw refuse(
    'version_conflict',
    `The ETag is now ${etag}, not the one in If-Match. Leave If-Match out to read it.`,
  );
}
