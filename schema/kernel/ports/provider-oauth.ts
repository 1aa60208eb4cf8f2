import type { DescribedFlow } from './descriptions.ts';

/**
 * Providers' authorization servers, of which this installation is a client: OAuth 2.0 (RFC 6749), and OpenID
 * Connect if they support it. All methods throw an OAuthFailure.
 */
export interface ProviderOAuth {
  /**
   * Reads a server's metadata (OpenID Connect Discovery 1.0, RFC 8414) from its issuer or its metadata URL.
   * The metadata must name the requested issuer.
   */
  discover(url: URL): Promise<OAuthServer>;
  /** Finds the authorization server of the MCP server at this address (RFC 9728). */
  discoverResource(url: URL): Promise<ProtectedResource>;
  /** Returns the address for a person’s consent in the browser. Sends nothing. */
  authorizationUrl(server: OAuthServer, clientId: string, request: ConsentRequest): URL;
  /** Exchanges the code from the browser for tokens. A code works once, whatever the result. */
  exchange(server: OAuthServer, client: OAuthClient, consent: Consent): Promise<OAuthTokens>;
  /**
   * A refresh token in the answer replaces this one; without one, this one stays valid. If the server does
   * not answer, it may have accepted this one nevertheless.
   */
  refresh(server: OAuthServer, client: OAuthClient, request: RefreshRequest): Promise<OAuthTokens>;
  /** Gets tokens for the client itself; no person consents. */
  clientCredentials(server: OAuthServer, client: OAuthClient, request: TokenRequest): Promise<OAuthTokens>;
  /** Revokes a token (RFC 7009), even an expired one. Throws `not_offered` if the server has no endpoint. */
  revoke(server: OAuthServer, client: OAuthClient, token: RevokedToken): Promise<void>;
}

/** A server's metadata. It is plain JSON, so it can be stored. */
export interface OAuthServer {
  /** Null if only an OpenAPI document describes the server. */
  issuer: string | null;
  /** Null if the server supports no consent by people. */
  authorizationUrl: string | null;
  tokenUrl: string;
  /** Null if `tokenUrl` also refreshes tokens, as in RFC 6749. */
  refreshUrl: string | null;
  revocationUrl: string | null;
  /** How clients authenticate: with the `authorization` header or in the form. Few servers support both. */
  clientAuthentication: 'BASIC' | 'POST';
  /** Whether the browser's answer always contains `iss` (RFC 9207). */
  tellsIssuer: boolean;
  /** Null if the server is not an OpenID provider. */
  openId: { jwksUrl: string; signingAlgorithms: string[] } | null;
  /** The resource that its tokens are requested for (RFC 8707). Only MCP servers have one. */
  resource?: string;
}

/** A protected resource (RFC 9728): its authorization server and scopes. */
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
  /** Provider-specific parameters, such as `audience`. Those in `protocolParameters` are omitted. */
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
  /** Requests the person's identity, together with the scope `openid`; null if it is not requested. */
  nonce: string | null;
}

export interface Consent extends Pick<ConsentRequest, 'redirectUri' | 'state' | 'codeVerifier' | 'nonce'> {
  /** The query from the browser, unchanged: `code` and `state`, or `error`. */
  answer: URLSearchParams;
  parameters?: TokenRequest['parameters'];
}

export interface RevokedToken {
  token: string;
  kind: 'access_token' | 'refresh_token';
}

export interface OAuthTokens {
  /** A bearer token (RFC 6750) of visible ASCII, at most 8,192 characters, like the refresh token. */
  accessToken: string;
  refreshToken: string | null;
  /** At least 1; null if the server does not say when the access token expires, or says never. */
  expiresInSeconds: number | null;
  /** The granted scopes; null if the server does not say, which means the requested ones (RFC 6749 §5.1). */
  scopes: string[] | null;
  /** The consenting person: `sub` of the id token, unique per issuer. Only from `exchange` with a nonce. */
  subject: string | null;
}

/** Parameters that the protocol itself sets; providers' extra parameters cannot replace them. */
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

/** Returns a server that only an OpenAPI document describes. */
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
  /** An address of the server must not be called, or no browser may be sent to it. */
  | 'destination_not_allowed'
  /** The server does not answer, or is busy. A retry may succeed. */
  | 'unavailable'
  /** The server has no endpoint for this. */
  | 'not_offered'
  /** The person refused, or did not sign in. */
  | 'access_denied'
  /** The code or refresh token is invalid, expired, used or revoked. */
  | 'grant_refused'
  /** The client’s id or secret is wrong, or the client may not do this. */
  | 'client_refused'
  | 'scope_refused'
  /** The server refuses with any other error. */
  | 'rejected'
  /** The access token is not a bearer token. */
  | 'token_type_unknown'
  /** The answer's origin or recipient is unproven: an issuer, state, nonce or id token does not match. */
  | 'identity_unproven'
  /** The answer does not come from an authorization server, or breaks the protocol. */
  | 'unreadable';

/**
 * Why there is no answer. The message contains no part of the request, and of the answer only the status and
 * a known error name. The `cause` is private.
 */
export class OAuthFailure extends Error {
  override name = 'OAuthFailure';
  readonly code: OAuthFailureCode;

  constructor(code: OAuthFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
