import Provider, { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { OAuthRecordKind } from '../../db/models/oauth-record.ts';
import { endOAuthGrant } from '../../schema/identity/mcp-credential/end-oauth-grant.ts';
import type { FoundText, StoredText, OAuthRecords } from '../../schema/kernel/ports/oauth-records.ts';
import { parseSealed } from '../../schema/kernel/sealed.ts';
import { secondsAfter } from '../../schema/values/time.ts';
import { accessTokens } from './access-tokens.ts';
import { kindOfId } from '../../schema/values/id.ts';
import { credentialClient } from './clients.ts';
import { memberClient } from './member-clients.ts';
import { pickedIn } from './grants.ts';
import { documentNow, cachedDocument } from './cached-documents.ts';
import { registeredClient } from './registered-clients.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { contextNow } from './context-now.ts';
import type { SurfacePorts } from '../http/surface.ts';

/** The models of the library that are stored, by record kind. Access tokens are not stored: they are JWTs. */
const kinds: Readonly<Record<string, OAuthRecordKind>> = {
  Session: 'SESSION',
  Interaction: 'INTERACTION',
  Grant: 'GRANT',
  AuthorizationCode: 'AUTHORIZATION_CODE',
  ReplayDetection: 'ASSERTION',
};

/** Returns the storage for `oidc-provider`, model by model. */
export function storageOf(ports: SurfacePorts): (model: string) => Adapter {
  return (model) => {
    const kind = kinds[model];
    if (kind) return kept(ports, kind);
    if (model === 'RefreshToken') return refreshTokens(ports, ofGrants(ports));
    if (model === 'AccessToken') return accessTokens(ports, nothing);
    return model === 'Client' ? { ...nothing, find: async (id) => await clientOf(ports, id) } : nothing;
  };
}

async function clientOf(ports: SurfacePorts, id: string): Promise<AdapterPayload | undefined> {
  const kind = kindOfId(id);
  if (kind === 'mcp_credential') return await credentialClient(ports, id);
  if (kind === 'mcp_client') return await memberClient(ports, id);
  if (kind === 'oauth_client') return await registeredClient(ports, id);
  return await cachedDocument(ports.oauthRecords, id);
}

const nothing: Adapter = {
  upsert: async () => {},
  find: async () => undefined,
  findByUid: async () => undefined,
  findByUserCode: async () => undefined,
  consume: async () => {},
  destroy: async () => {},
  revokeByGrantId: async () => {},
};

function ofGrants({ oauthRecords: records }: SurfacePorts): Adapter {
  return { ...nothing, revokeByGrantId: async (grantId) => await records.removeOfGrant(grantId) };
}

function kept(ports: SurfacePorts, kind: OAuthRecordKind): Adapter {
  const { oauthRecords: records, clock } = ports;
  return {
    ...nothing,
    async upsert(id, payload, expiresIn) {
      const { uid, grantId } = payload;
      const consentId = kind === 'GRANT' ? pickedIn(payload).consentId : undefined;
      const expiresAt = secondsAfter(clock.now(), expiresIn ?? 0);
      const more = withDocument.has(kind) ? documentNow() : {};
      const record = { text: JSON.stringify({ ...more, ...payload }), expiresAt, uid, grantId, consentId };
      if (kind === 'ASSERTION') await spend(records, id, record);
      // A saved interaction has its document. If a request has continued it, it is removed and stays so.
      else if (kind === 'INTERACTION' && 'document' in payload) {
        if (!(await records.replace(kind, id, record))) throw isGone();
      } else await records.put(kind, id, record);
    },
    find: async (id) => payloadOf(await records.find(kind, id)),
    findByUid: async (uid) => payloadOf(await records.findByUid(kind, uid)),
    async consume(id) {
      // Another request may have passed the library's check at the same time: only one continues.
      if (await records.consume(kind, id)) return;
      await endGrant(ports, payloadOf(await records.find(kind, id))?.grantId);
      throw new errors.InvalidGrant('it was already used');
    },
    async destroy(id) {
      if (kind === 'GRANT') return await endGrant(ports, id);
      // Of two requests that continue the same interaction, only one succeeds.
      if (!(await records.remove(kind, id)) && kind === 'INTERACTION') throw isGone();
    },
    revokeByGrantId: async (grantId) => await records.removeOfGrant(grantId),
  };
}

/** The kinds that are stored with the client's document. */
const withDocument: ReadonlySet<OAuthRecordKind> = new Set(['INTERACTION', 'AUTHORIZATION_CODE']);

// RFC 6749 §4.1.2: the reuse of a code ends all tokens from it, on every instance. RFC 7009 §2.1: revoking a
// token ends its whole grant.
async function endGrant(ports: SurfacePorts, grantId: string | undefined): Promise<void> {
  const payload = grantId === undefined ? null : payloadOf(await ports.oauthRecords.find('GRANT', grantId));
  if (!payload || grantId === undefined) return;
  const { consentId } = pickedIn(payload);
  const isGivenBack = Provider.ctx?.oidc.route === 'revocation';
  const why = isGivenBack ? 'mcp_consent.disconnected' : 'mcp_consent.token_reused';
  await contextNow().transaction(async (tx) => {
    await endOAuthGrant(tx, { grantId, consentId }, why);
    return {};
  });
}

function isGone(): errors.SessionNotFound {
  return new errors.SessionNotFound('interaction session not found');
}

// A client assertion also works only once.
async function spend(records: OAuthRecords, id: string, record: StoredText): Promise<void> {
  if (!(await records.add('ASSERTION', id, record)))
    throw new errors.InvalidClientAuth('client assertion tokens must only be used once');
}

function payloadOf(found: FoundText | null): AdapterPayload | undefined {
  if (!found) return undefined;
  const payload = parseSealed(Buffer.from(found.text)) as AdapterPayload;
  const { consumedAt } = found;
  return consumedAt ? { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) } : payload;
}
