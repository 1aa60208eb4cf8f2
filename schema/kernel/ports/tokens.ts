import type { McpCaller } from '../access/caller.ts';

export interface SessionClaims {
  personId: string;
  sessionId: string;
  authTime: Date;
  amr: string[];
}

export interface SessionTokens {
  issue(claims: SessionClaims, now: Date): Promise<string>;
  /** The claims of a token this instance vouches for. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<SessionToken>;
  /** The same of one whose signature was looked at before, for as long as it is good; null of any other. */
  known(token: string, now: Date): SessionToken | null;
}

/** What the access token of a session says. */
export interface SessionToken {
  personId: string;
  sessionId: string;
  expiresAt: Date;
}

export interface AutomationClaims {
  memberId: string;
  credentialId: string;
  credentialVersion: number;
  /** How often the automation's membership had begun by then. */
  activations: number;
}

export interface AutomationTokens {
  /** Where a client assertion is sent, and so its only audience. */
  readonly endpoint: string;
  issue(claims: AutomationClaims, now: Date): Promise<string>;
  /** Whether the token says of itself that it is an automation's, which is not proven by that. */
  isOne(token: string): boolean;
  /** The claims of a token this instance vouches for. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<AutomationClaims & { expiresAt: Date }>;
}

export interface McpTokens {
  /** Whether the token says of itself that it is an agent's, which is not proven by that. */
  isOne(token: string): boolean;
  /** Whether it says so and that a person consented to it. */
  isOfGrant(token: string): boolean;
  /** What a token says that this instance vouches for. Throws `session_invalid` or `session_expired`. */
  verify(token: string, now: Date): Promise<McpToken>;
}

export interface McpToken extends Pick<McpCaller, 'credentialId' | 'credentialVersion' | 'scopes'> {
  /** Of OAuth, and to which client, where a person consented. */
  grant: { id: string; personId: string; client: string } | null;
  expiresAt: Date;
}
