import type { DescribedFlow } from './descriptions.ts';

/**
 * Authorization servers of providers, of which this installation is a client: OAuth 2.0 (RFC 6749), and OpenID Connect where
 * they are OpenID providers. All of these throw an OAuthFailure.
 */
export interface ProviderOAuth {
  /**
   * What a server says of itself (OpenID Connect Discovery 1.0, RFC 8414), by its issuer or by the address of its metadata. It
   * must say that it is the issuer that was asked for.
   */
  discover(url: URL): Promise<OAuthServer>;
  /** Finds the authorization server of the MCP server at this address (RFC 9728). */
  discoverResource(url: URL): Promise<ProtectedResource>;
  /** Where a person’s browser goes to consent. Nothing is sent. */
  authorizationUrl(server: OAuthServer, clientId: string, request: ConsentRequest): URL;
  /** Trades the code that the browser brought back for tokens. A code can be traded once, whatever comes of it. */
  exchange(server: OAuthServer, client: OAuthClient, consent: Consent): Promise<OAuthTokens>;
  /**
   * A refresh token that comes with the answer takes the place of this one; where none comes, this one goes on. If nobody
   * answers, it may have been taken all the same.
   */
  refresh(server: OAuthServer, client: OAuthClient, request: RefreshRequest): Promise<OAuthTokens>;
  /** Tokens of the client itself, with no person behind them. */
  clientCredentials(server: OAuthServer, client: OAuthClient, request: TokenRequest): Promise<OAuthTokens>;
  /** Has a token taken back (RFC 7009), also one that has ended. `not_offered` where the server has no way to. */
  revoke(server: OAuthServer, client: OAuthClient, token: RevokedToken): Promise<void>;
}

/** What is known of a server. It is JSON, so that it can be kept. */
export interface OAuthServer {
  /** None where only an OpenAPI document tells of the server. */
  issuer: string | null;
  /** None of a server that asks no people. */
  authorizationUrl: string | null;
  tokenUrl: string;
  /** None where tokens are refreshed at `tokenUrl`, as RFC 6749 has it. */
  refreshUrl: string | null;
  revocationUrl: string | null;
  /** How clients prove who they are: by the header `authorization`, or by the form. Few servers take both. */
  clientAuthentication: 'BASIC' | 'POST';
  /** Whether what the browser brings back always has `iss` (RFC 9207). */
  tellsIssuer: boolean;
  /** None of a server that is no OpenID provider. */
  openId: { jwksUrl: string; signingAlgorithms: string[] } | null;
  /** The resource that its tokens are requested for (RFC 8707). Only MCP servers have one. */
  resource?: string;
}

/** A protected resource (RFC 9728), by its authorization server. */
export interface ProtectedResource {
  server: OAuthServer;
  /** The scopes that the resource requires. */
  scopes: string[];
}

export interface OAuthClient {
  clientId: string;
  /** Null for a public client (RFC 6749 §2.1). */
  clientSecret: string | null;
}

export interface TokenRequest {
  scopes?: readonly string[];
  /** What the provider wants beside what the protocol says, such as `audience`. Those of `protocolParameters` are left out. */
  parameters?: Readonly<Record<string, string>>;
}

export interface RefreshRequest extends TokenRequest {
  refreshToken: string;
}

export interface ConsentRequest extends TokenRequest {
  redirectUri: string;
  state: string;
  /** 43 to 128 characters (RFC 7636 §4.1); its SHA-256 is sent. */
  codeVerifier: string;
  /** Asks who the person is, together with the scope `openid`; null where that is not asked. */
  nonce: string | null;
}

export interface Consent extends Pick<ConsentRequest, 'redirectUri' | 'state' | 'codeVerifier' | 'nonce'> {
  /** The query that the browser brought back, as it is: `code` and `state`, or `error`. */
  answer: URLSearchParams;
  parameters?: TokenRequest['parameters'];
}

export interface RevokedToken {
  token: string;
  kind: 'access_token' | 'refresh_token';
}

export interface OAuthTokens {
  /** A bearer token (RFC 6750): visible ASCII, 8,192 characters at most. The same of the refresh token. */
  accessToken: string;
  refreshToken: string | null;
  /** From 1; null where the server does not say when the access token ends, or says that it never does. */
  expiresInSeconds: number | null;
  /** What was granted; null where the server does not say, which means what was asked for (RFC 6749 §5.1). */
  scopes: string[] | null;
  /** Who consented, by the `sub` of an id token; only of `exchange` with a nonce. It means nothing without the issuer. */
  subject: string | null;
}

/** What the protocol itself says in its requests; nobody else has a part in these. */
export const protocolParameters: ReadonlySet<string> = new Set([
  'response_type',
  'response_mode',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code',
  'code_challenge',
  'code_challenge_method',
  'code_verifier',
  'grant_type',
  'refresh_token',
  'request',
  'request_uri',
]);

/** A server of which no more is known than an OpenAPI document says. */
export function describedServer({ authorizationUrl, tokenUrl, refreshUrl }: DescribedFlow): OAuthServer {
  return {
    issuer: null,
    authorizationUrl,
    tokenUrl,
    refreshUrl,
    revocationUrl: null,
    clientAuthentication: 'BASIC',
    tellsIssuer: false,
    openId: null,
  };
}

export type OAuthFailureCode =
  /** An address of the server is none that may be called, or that a browser may be sent to. */
  | 'destination_not_allowed'
  /** Nobody answers, or somebody who cannot now. It may be tried again. */
  | 'unavailable'
  /** The server has no endpoint for this. */
  | 'not_offered'
  /** The person said no, or did not sign in. */
  | 'access_denied'
  /** The code or the refresh token is none, has ended, was used or was taken back. */
  | 'grant_refused'
  /** The client’s id or secret is wrong, or it may not do this. */
  | 'client_refused'
  | 'scope_refused'
  /** By whatever other error. */
  | 'rejected'
  /** The access token is none of those that are used by bearing them. */
  | 'token_type_unknown'
  /** Who answers, or for whom, is not proven: an issuer, a state, a nonce or an id token is not what it must be. */
  | 'identity_unproven'
  /** What answers is no authorization server, or not by the protocol. */
  | 'unreadable';

/**
 * Why there is no answer, in words that hold nothing of what was sent, and of what came back no more than a status and the name
 * of an error that is known here. The `cause` is private.
 */
export class OAuthFailure extends Error {
  override name = 'OAuthFailure';
  readonly code: OAuthFailureCode;

  constructor(code: OAuthFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
