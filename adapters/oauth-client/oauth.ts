import {
  authorizationCodeGrantRequest,
  clientCredentialsGrantRequest,
  refreshTokenGrantRequest,
  revocationRequest,
} from 'oauth4webapi';
import type { Egress } from '../../schema/kernel/ports/egress.ts';
import type { OAuthClient, OAuthServer, ProviderOAuth } from '../../schema/kernel/ports/provider-oauth.ts';
import type { Clock } from '../../schema/kernel/ports/clock.ts';
import { own, type JsonObject } from '../../schema/values/foreign-values.ts';
import { assertGood, objectIn } from './answer.ts';
import { authorizationUrl } from './authorization-url.ts';
import { grantedBy } from './consent.ts';
import { discover } from './discover.ts';
import { notOffered } from './failure.ts';
import { subjectOf } from './identity.ts';
import { additional, authenticationOf, clientOf, metadataOf, sendingOptions } from './library.ts';
import { tokensOf } from './tokens.ts';

/** Creates a client for external authorization servers. It stores nothing between two calls. */
export function createProviderOAuth(egress: Egress, clock: Clock): ProviderOAuth {
  const asking = sendingOptions(egress, objectIn);
  const parties = (server: OAuthServer, client: OAuthClient) =>
    [metadataOf(server), clientOf(client, clock), authenticationOf(server, client)] as const;
  return {
    discover: async (url) => (await discover(egress, url)).server,
    async discoverResource(url) {
      // Loaded at its first use, since its package takes a while to load.
      const { discoverResource } = await import('./resource.ts');
      return await discoverResource(egress, url);
    },
    authorizationUrl,

    async exchange(server, given, { redirectUri, codeVerifier, nonce, parameters, ...consent }) {
      const [metadata, client, authentication] = parties(server, given);
      if (nonce !== null && !server.openId) throw notOffered('for user information');
      const granted = grantedBy(server, { metadata, client }, consent);
      const options = { ...asking, additionalParameters: additional(server, parameters) };
      const answer = await objectOf(
        authorizationCodeGrantRequest(
          metadata,
          client,
          authentication,
          granted,
          redirectUri,
          codeVerifier,
          options,
        ),
      );
      const sent = [given.clientSecret ?? '', codeVerifier, granted.get('code') ?? ''];
      const tokens = tokensOf(answer, sent);
      if (nonce === null) return { ...tokens, subject: null };
      const secrets = [...sent, tokens.accessToken, tokens.refreshToken ?? ''];
      const expected = { metadata, client, nonce, secrets };
      return { ...tokens, subject: await subjectOf(egress, own(answer, 'id_token'), expected) };
    },

    async refresh({ refreshUrl, tokenUrl, ...rest }, given, { refreshToken, scopes, parameters }) {
      const server = { ...rest, refreshUrl, tokenUrl: refreshUrl ?? tokenUrl };
      const [metadata, client, authentication] = parties(server, given);
      const options = { ...asking, additionalParameters: additional(server, parameters, scopes) };
      const answer = await objectOf(
        refreshTokenGrantRequest(metadata, client, authentication, refreshToken, options),
      );
      // An id token is ignored here: if it were invalid, the new refresh token would be discarded.
      return { ...tokensOf(answer, [given.clientSecret ?? '', refreshToken]), subject: null };
    },

    async clientCredentials(server, given, { scopes, parameters }) {
      const [metadata, client, authentication] = parties(server, given);
      const wanted = additional(server, parameters, scopes);
      const answer = await objectOf(
        clientCredentialsGrantRequest(metadata, client, authentication, wanted, asking),
      );
      return { ...tokensOf(answer, [given.clientSecret ?? '']), subject: null };
    },

    async revoke(server, given, { token, kind }) {
      if (server.revocationUrl === null) throw notOffered('for token revocation');
      const [metadata, client, authentication] = parties(server, given);
      // RFC 7009 §2.2: only the status matters.
      const options = {
        ...sendingOptions(egress, assertGood),
        additionalParameters: { token_type_hint: kind },
      };
      await revocationRequest(metadata, client, authentication, token, options);
    },
  };
}

async function objectOf(asked: Promise<Response>): Promise<JsonObject> {
  return (await (await asked).json()) as JsonObject;
}
