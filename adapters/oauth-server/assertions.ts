import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { contextOfRequest } from './requests.ts';

const maxLifeSeconds = 300;
/** How far the caller's clock may be from ours. */
const skewSeconds = 30;

/**
 * What the library leaves open of a client assertion whose signature is right (RFC 7523 §3): it is for us alone, since others
 * who take it could bring it here, and is old within five minutes.
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
