import type { TestReceiptKind, TestReceiptVia } from '../../../db/models/test-receipt.ts';
import type { McpCaller } from '../access/caller.ts';

export interface SessionClaims {
  personId: string;
  sessionId: string;
  authTime: Date;
  amr: string[];
}

export interface SessionTokens {
  issue(claims: SessionClaims, now: Date): Promise<string>;
  /** Returns the claims of a valid token of this instance. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<SessionToken>;
  /** Returns the claims if the token's signature was verified before and is still valid; otherwise null. */
  known(token: string, now: Date): SessionToken | null;
}

/** The claims of a session's access token. */
export interface SessionToken {
  personId: string;
  sessionId: string;
  expiresAt: Date;
}

export interface AutomationClaims {
  memberId: string;
  credentialId: string;
  credentialVersion: number;
  /** How often the automation's membership had begun when the token was issued. */
  activations: number;
}

export interface AutomationTokens {
  /** The address for client assertions, and so their only audience. */
  readonly endpoint: string;
  issue(claims: AutomationClaims, now: Date): Promise<string>;
  /** Whether the token claims to be an automation's; unproven until it is verified. */
  isOne(token: string): boolean;
  /** Returns the claims of a valid token of this instance. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<AutomationClaims & { expiresAt: Date }>;
}

export interface McpTokens {
  /** Whether the token claims to be an agent's; unproven until it is verified. */
  isOne(token: string): boolean;
  /** Whether it also claims that a person consented to it. */
  isOfGrant(token: string): boolean;
  /** Returns the claims of a valid token of this instance. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<McpToken>;
}

export interface McpToken extends Pick<McpCaller, 'credentialId' | 'credentialVersion' | 'scopes'> {
  /** The OAuth grant, its person and its client, if a person consented; otherwise null. */
  grant: { id: string; personId: string; client: string } | null;
  expiresAt: Date;
}

/** The claims of a test receipt. It never contains a body, a header or an address. */
export interface ReceiptClaims {
  /** The id of the receipt. */
  jti: string;
  /** The id of the application. */
  sub: string;
  workspace: string;
  kind: TestReceiptKind;
  /** Such as `shop@v1`. */
  product: string;
  /** Such as `1.3`. */
  version: string;
  /** The digest of the version, in hexadecimal digits. */
  versionDigest: string;
  operationId: string;
  method: string;
  status: number | null;
  scenario: string | null;
  conformance: { request: boolean; answer: boolean | null };
  /** A keyed hash of what was sent, which only this installation can compute. */
  requestDigest: string;
  answerDigest: string | null;
  via: TestReceiptVia | null;
  keyId: string | null;
  iat: number;
  exp: number;
  grants: 'nothing';
}

export interface ReceiptTokens {
  sign(claims: ReceiptClaims, now: Date): Promise<string>;
  /** Returns the claims if the server signed them, and why the receipt is not valid, or null. */
  verify(token: string, now: Date): Promise<VerifiedReceipt>;
}

export type VerifiedReceipt =
  | { claims: ReceiptClaims; why: 'EXPIRED' | null }
  | { claims: null; why: 'FORGED' };

/** The claims of an assertion, by which an upstream knows who calls. */
export interface UpstreamAssertion {
  /** The origin of the upstream. */
  aud: string;
  /** The id of the application. */
  sub: string;
  workspace: string;
  keyId: string;
  /** Such as `shop@v1`. */
  product: string;
  operationId: string;
  scopes: string[];
  iat: number;
  exp: number;
}

export interface AssertionTokens {
  sign(claims: UpstreamAssertion, now: Date): Promise<string>;
}
