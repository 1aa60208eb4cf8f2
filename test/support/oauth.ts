import { randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { OAuthFailure, type ConsentRequest } from '../../schema/kernel/ports/provider-oauth.ts';

const secret = () => randomBytes(32).toString('base64url');

/** Returns a consent request with new secrets. */
export function consentRequest(
  { redirectUri }: { redirectUri: string },
  more: Partial<ConsentRequest> = {},
): ConsentRequest {
  return {
    redirectUri,
    scopes: ['openid', 'records:read'],
    state: secret(),
    codeVerifier: secret(),
    nonce: secret(),
    ...more,
  };
}

/** Returns the failure. Throws if it or its causes contain `canary`. */
export async function failureOf(work: Promise<unknown>): Promise<Pick<OAuthFailure, 'code' | 'message'>> {
  const error: unknown = await work.catch((it: unknown) => it);
  if (!(error instanceof OAuthFailure)) throw new Error('It did not fail as expected.', { cause: error });
  const all = inspect(error, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null });
  if (all.includes('canary')) throw new Error(`It tells what it must not: ${all}`);
  const { code, message } = error;
  return { code, message };
}
