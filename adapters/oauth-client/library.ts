import {
  None,
  allowInsecureRequests,
  clockSkew,
  customFetch,
  type AuthorizationServer,
  type Client,
  type ClientAuth,
} from 'oauth4webapi';
import type { IncomingAnswer, Egress } from '../../schema/kernel/ports/egress.ts';
import {
  protocolParameters,
  type OAuthClient,
  type OAuthServer,
} from '../../schema/kernel/ports/provider-oauth.ts';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import type { JsonObject } from '../../schema/values/foreign-values.ts';
import { sendingBy } from './send.ts';

/** Returns the known properties of a server in the form of the library. */
export function metadataOf(server: OAuthServer): AuthorizationServer {
  const { issuer, tokenUrl, revocationUrl, tellsIssuer, openId } = server;
  return {
    // The library requires an issuer; without one, it compares nothing with it.
    issuer: issuer ?? tokenUrl,
    token_endpoint: tokenUrl,
    authorization_response_iss_parameter_supported: tellsIssuer,
    ...(revocationUrl !== null && { revocation_endpoint: revocationUrl }),
    ...(openId && {
      jwks_uri: openId.jwksUrl,
      id_token_signing_alg_values_supported: openId.signingAlgorithms,
    }),
  };
}

export function clientOf({ clientId }: OAuthClient, clock: Clock): Client {
  // The library uses the clock of the process; this skew in seconds corrects it.
  const seconds = Math.round((clock.now().getTime() - Date.now()) / 1000);
  return { client_id: clientId, [clockSkew]: seconds };
}

/** Returns the client authentication of RFC 6749 §2.3.1. */
export function authenticationOf(
  { clientAuthentication }: OAuthServer,
  { clientId, clientSecret }: OAuthClient,
): ClientAuth {
  if (clientSecret === null) return None();
  if (clientAuthentication === 'POST')
    return (_, __, body) => {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret);
    };
  // The library's own function also encodes characters such as dashes, and many servers decode nothing.
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':');
  return (_, __, ___, headers) =>
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`);
}

/** Returns the options with which the library sends through egress, which checks addresses and TLS. */
export function sendingOptions(egress: Egress, read: (answer: IncomingAnswer) => JsonObject | null) {
  return { [customFetch]: sendingBy(egress, read), [allowInsecureRequests]: true } as const;
}

/** Returns the parameters of a request beside those that the protocol defines. */
export function additional(
  { resource }: Pick<OAuthServer, 'resource'>,
  parameters: Readonly<Record<string, string>> = {},
  scopes: readonly string[] = [],
): URLSearchParams {
  const free = Object.entries(parameters).filter(([name]) => !protocolParameters.has(name));
  const all = new URLSearchParams(free);
  if (scopes.length > 0) all.set('scope', scopes.join(' '));
  if (resource !== undefined) all.set('resource', resource);
  return all;
}
