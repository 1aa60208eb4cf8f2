import Provider, { type AdapterPayload, type Client } from 'oidc-provider';
import type { OAuthRecordKind } from '../../db/models/oauth-record.ts';
import type { OAuthRecords } from '../../schema/kernel/ports/oauth-records.ts';
import { parseSealed } from '../../schema/kernel/sealed.ts';

/**
 * The interaction, the code and the refresh token contain the client's document as of the start. An
 * authorization can thus complete on any instance, even if the client's host has since changed or failed.
 */
export type WithDocument = { document?: AdapterPayload };

const members: ReadonlySet<string> = new Set([
  'client_id',
  'client_name',
  'redirect_uris',
  'token_endpoint_auth_method',
  'jwks',
  'application_type',
  'grant_types',
  'response_types',
]);

/** Makes the library save the client's document with each interaction. */
export function cacheDocuments({ Interaction }: Provider): void {
  const names = (Interaction as unknown as { IN_PAYLOAD: string[] }).IN_PAYLOAD;
  Object.defineProperty(Interaction, 'IN_PAYLOAD', { value: [...names, 'document'] });
}

/** Returns the document of the client whose request the library is answering. */
export function documentNow(): WithDocument {
  const client: Client | undefined = Provider.ctx?.oidc.client;
  if (!client) return {};
  const all = Object.entries(client.metadata());
  return { document: Object.fromEntries(all.filter(([name]) => members.has(name))) };
}

/** Returns the stored document for a request that continues an interaction, or sends a code or a token. */
export async function cachedDocument(
  records: OAuthRecords,
  clientId: string,
): Promise<AdapterPayload | undefined> {
  const { oidc } = Provider.ctx ?? {};
  const interaction = oidc?.entities.Interaction as WithDocument | undefined;
  const document =
    interaction?.document ??
    (await documentOf(records, 'AUTHORIZATION_CODE', oidc?.body?.['code'])) ??
    (await documentOfToken(records, oidc?.body?.['refresh_token'] ?? oidc?.body?.['token']));
  return document?.['client_id'] === clientId ? document : undefined;
}

// A refresh token can outlast the client's keys, so the document of a client with a key is fetched again.
async function documentOfToken(records: OAuthRecords, token: unknown): Promise<AdapterPayload | undefined> {
  const document = await documentOf(records, 'REFRESH_TOKEN', token);
  return document?.['token_endpoint_auth_method'] === 'none' ? document : undefined;
}

async function documentOf(
  records: OAuthRecords,
  kind: OAuthRecordKind,
  name: unknown,
): Promise<AdapterPayload | undefined> {
  const found = typeof name === 'string' ? await records.find(kind, name) : null;
  return found ? (parseSealed(Buffer.from(found.text)) as WithDocument).document : undefined;
}
