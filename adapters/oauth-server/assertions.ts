import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { contextOfRequest } from './requests.ts';

const maxLifeSeconds = 300;
/** The tolerated difference between the caller's clock and ours. */
const skewSeconds = 30;

/**
 * Checks what the library leaves open in a valid client assertion (RFC 7523 §3). `aud` must have a single
 * value, since another recipient could use the assertion here, and `exp` must be within five minutes.
 */
export function assertBriefAssertion(
  { req }: KoaContextWithOIDC,
  { aud, exp, jti }: Record<string, unknown>,
): void {
  const now = contextOfRequest(req).clock.now().getTime() / 1000;
  if (Array.isArray(aud) && aud.length !== 1) throw wrong('its `aud` has other values too');
  if (typeof exp !== 'number' || exp > now + maxLifeSeconds + skewSeconds)
    throw wrong(`its \`exp\` is more than ${maxLifeSeconds} seconds from now`);
  if (typeof jti !== 'string' || jti.length > 255)
    throw wrong('its `jti` is not a string of at most 255 characters');
}

function wrong(why: string): errors.InvalidClientAuth {
  return new errors.InvalidClientAuth(why);
}
