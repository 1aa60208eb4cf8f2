import Provider, { type AdapterPayload, type Client } from 'oidc-provider';
import type { OAuthRecordKind } from '../../db/models/oauth-record.ts';
import type { OAuthRecords } from '../../schema/kernel/ports/oauth-records.ts';
import { parseSealed } from '../../schema/kernel/sealed.ts';

/**
 * What a client's document said when a person was sent here goes along, with the interaction, the code and the refresh token: who has begun
 * comes to an end on any instance, whatever becomes of the client's host in between.
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

/** Has the library's interactions keep what a client's document said, each time that they are saved. */
export function keepDocuments({ Interaction }: Provider): void {
  const names = (Interaction as unknown as { IN_PAYLOAD: string[] }).IN_PAYLOAD;
  Object.defineProperty(Interaction, 'IN_PAYLOAD', { value: [...names, 'document'] });
}

/** What the document of the client that the library is answering says. */
export function documentNow(): WithDocument {
  const client: Client | undefined = Provider.ctx?.oidc.client;
  if (!client) return {};
  const all = Object.entries(client.metadata());
  return { document: Object.fromEntries(all.filter(([name]) => members.has(name))) };
}

/** The same of a request that goes on with what was begun, or redeems a code. */
export async function keptDocument(
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

// A refresh token lasts for long, in which keys are replaced: of who proves itself by one the document is read anew.
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
