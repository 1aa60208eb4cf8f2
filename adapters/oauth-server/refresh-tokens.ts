import Provider, { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { keepFirstRefreshToken } from '../../schema/identity/mcp-credential/keep-connections.ts';
import { refreshIdleDays } from '../../schema/identity/mcp-credential/rules.ts';
import { succeedRefreshToken } from '../../schema/identity/mcp-credential/succeed-refresh-token.ts';
import type { OAuthRecords } from '../../schema/kernel/ports/oauth-records.ts';
import { parseSealed } from '../../schema/kernel/sealed.ts';
import { dayMs, secondsAfter } from '../../schema/values/time.ts';
import { pickedIn } from './grants.ts';
import { documentNow } from './kept-documents.ts';
import { keepClient } from './registered-clients.ts';
import { contextNow } from './requests.ts';
import type { SurfacePorts } from '../http/surface.ts';

/** Until when a refresh token waits for its use, in seconds: never for longer than what it came of lasts. */
export function refreshSeconds(): number {
  const idle = (refreshIdleDays * dayMs) / 1000;
  return Math.max(1, Math.min(idle, Provider.ctx?.oidc.entities.Grant?.remainingTTL ?? idle));
}

/**
 * Refresh tokens as the library keeps and finds them. It would end a family for a token that comes a second time at once; here
 * that is decided where the next one is kept, under a lock, since an answer can be lost on the way and two can come at once.
 */
export function refreshTokens(ports: SurfacePorts, rest: Adapter): Adapter {
  const { oauthRecords: records, clock } = ports;
  return {
    ...rest,
    async upsert(id, { jti: _jti, ...payload }, expiresIn) {
      const { grantId } = payload;
      const text = JSON.stringify({ ...documentNow(), ...payload });
      const next = { text, expiresAt: secondsAfter(clock.now(), expiresIn ?? 0), grantId };
      await keepClient(ports, Provider.ctx?.oidc.client?.clientId);
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
    // It is used by what takes its place.
    consume: async () => {},
    destroy: async (id) => void (await records.remove('REFRESH_TOKEN', id)),
  };
}

// What is kept of a token does not hold it, sealed or not.
async function payloadOf(records: OAuthRecords, id: string): Promise<AdapterPayload | undefined> {
  const found = await records.find('REFRESH_TOKEN', id);
  if (!found) return undefined;
  return { ...(parseSealed(Buffer.from(found.text)) as AdapterPayload), jti: id };
}
