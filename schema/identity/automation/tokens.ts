import { sessionInvalid } from '../../values/errors.ts';
import type { AutomationTokens } from '../../kernel/ports/tokens.ts';
import { typeOf, type KeyRing } from '../session/key-ring.ts';

// RFC 8725 §3.11: a separate type, so that session and automation tokens are not interchangeable.
export const automationTokenType = 'automation+jwt';

/** The access tokens of automations, signed by the same key ring as session tokens. */
export function createAutomationTokens(
  ring: KeyRing,
  { issuer, ttlSeconds }: { issuer: string; ttlSeconds: number },
): AutomationTokens {
  const endpoint = `${issuer}/api/auth/automation/token`;
  const tokens = ring.tokensOf(automationTokenType, ttlSeconds, `Get a new one at POST ${endpoint}.`);
  return {
    endpoint,
    async issue({ memberId, credentialId, credentialVersion, activations }, now) {
      const claims = { sub: memberId, client_id: credentialId, ver: credentialVersion, activations };
      return await tokens.sign(claims, now);
    },
    isOne: (token) => typeOf(token) === automationTokenType,
    async verify(token, now) {
      const claims = await tokens.verify(token, ['client_id', 'ver', 'activations'], now);
      const { sub: memberId, client_id: credentialId, ver: credentialVersion, activations, exp } = claims;
      if (typeof memberId !== 'string' || typeof credentialId !== 'string' || exp === undefined)
        throw sessionInvalid();
      if (typeof credentialVersion !== 'number' || typeof activations !== 'number') throw sessionInvalid();
      return { memberId, credentialId, credentialVersion, activations, expiresAt: new Date(exp * 1000) };
    },
  };
}
