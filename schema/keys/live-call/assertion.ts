import type { ApiKeyCaller } from '../../kernel/access/caller.ts';
import type { AssertionTokens, UpstreamAssertion } from '../../kernel/ports/tokens.ts';
import type { KeyRing } from '../../identity/session/key-ring.ts';
import { servedName } from '../product/served-name.ts';

// RFC 8725 §3.11: a separate type, so that an assertion passes for no other token.
export const assertionTokenType = 'upstream-assertion+jwt';
const lifeSeconds = 60;

/** Signs who calls, for an upstream that verifies it with `/.well-known/jwks.json`. */
export function createAssertionTokens(ring: KeyRing): AssertionTokens {
  return { sign: async (claims, now) => await ring.signProof(assertionTokenType, { ...claims }, now) };
}

interface Called {
  slug: string;
  major: number;
  operationId: string;
  upstream: URL;
}

export function assertionOf(
  { applicationId, workspaceId, keyId, scopes }: ApiKeyCaller,
  { slug, major, operationId, upstream }: Called,
  now: Date,
): UpstreamAssertion {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    aud: upstream.origin,
    sub: applicationId,
    workspace: workspaceId,
    keyId,
    product: servedName(slug, major),
    operationId,
    scopes,
    iat,
    exp: iat + lifeSeconds,
  };
}
