import Provider, { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { keepFirstRefreshToken } from '../../schema/identity/mcp-credential/keep-connections.ts';
import { refreshIdleDays } from '../../schema/identity/mcp-credential/rules.ts';
import { succeedRefreshToken } from '../../schema/identity/mcp-credential/succeed-refresh-token.ts';
import type { OAuthRecords } from '../../schema/kernel/ports/oauth-records.ts';
import { parseSealed } from '../../schema/kernel/sealed.ts';
import { dayMs, secondsAfter } from '../../schema/values/time.ts';
import { pickedIn } from './grants.ts';
import { documentNow } from './cached-documents.ts';
import { extendRegistration } from './registered-clients.ts';
import { contextNow } from './context-now.ts';
import type { SurfacePorts } from '../http/surface.ts';

/** Returns how many seconds an unused refresh token is valid, at most as long as its grant. */
export function refreshSeconds(): number {
  const idle = (refreshIdleDays * dayMs) / 1000;
  return Math.max(1, Math.min(idle, Provider.ctx?.oidc.entities.Grant?.remainingTTL ?? idle));
}

/**
 * Stores and finds refresh tokens for the library, which would immediately end the family of a reused token.
 * Here the storage of the next token decides that, under a lock: answers can fail to arrive, and requests can
 * come together.
 */
export function refreshTokens(ports: SurfacePorts, rest: Adapter): Adapter {
  const { oauthRecords: records, clock } = ports;
  return {
    ...rest,
    async upsert(id, { jti: _jti, ...payload }, expiresIn) {
      const { grantId } = payload;
      const text = JSON.stringify({ ...documentNow(), ...payload });
      const next = { text, expiresAt: secondsAfter(clock.now(), expiresIn ?? 0), grantId };
      await extendRegistration(ports, Provider.ctx?.oidc.client?.clientId);
      const rotated = Provider.ctx?.oidc.entities.RotatedRefreshToken;
      const { consentId } = pickedIn(Provider.ctx?.oidc.entities.Grant);
      if (!rotated) {
        if (await keepFirstRefreshToken(contextNow(), { id, token: next, consentId })) return;
        throw new errors.InvalidGrant('the consent has ended');
      }
      const { grantId: usedGrantId = '', jti: usedId } = rotated;
      const use = { id: usedId, nextId: id, next, grantId: usedGrantId, consentId };
      const came = await succeedRefreshToken(contextNow(), use);
      if (came !== 'KEPT') throw new errors.InvalidGrant('it was already used');
    },
    find: async (id) => await payloadOf(records, id),
    // Storing its successor marks it as used.
    consume: async () => {},
    destroy: async (id) => void (await records.remove('REFRESH_TOKEN', id)),
  };
}

// The stored payload does not contain the token, sealed or not.
async function payloadOf(records: OAuthRecords, id: string): Promise<AdapterPayload | undefined> {
  const found = await records.find('REFRESH_TOKEN', id);
  if (!found) return undefined;
  return { ...(parseSealed(Buffer.from(found.text)) as AdapterPayload), jti: id };
}
